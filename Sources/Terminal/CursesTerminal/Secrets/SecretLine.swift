/// A line that is typed unseen into a raw terminal, byte by byte.
struct SecretLine {
  enum Step: Hashable {
    case more
    /// Enter.
    case done
    /// C-c, or C-d where nothing is typed yet.
    case cancelled
    /// C-z.
    case stop
  }

  private enum Place: Hashable {
    case text
    /// Behind an Escape, and within the sequence of a key that has no place in a line.
    case escape, sequence
  }

  let secret = Secret()
  /// Whether more was typed than can be taken.
  private(set) var isTooLong = false
  private var place = Place.text

  mutating func type(_ byte: UInt8) -> Step {
    switch place {
    case .escape:
      place = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .text
      return .more
    case .sequence:
      if (0x40...0x7E).contains(byte) { place = .text }
      return .more
    case .text: return typeText(byte)
    }
  }

  private mutating func typeText(_ byte: UInt8) -> Step {
    switch byte {
    case 0x0A, 0x0D: return .done
    case 0x03: return .cancelled
    case 0x04: return secret.isEmpty ? .cancelled : .more
    case 0x1A: return .stop
    case 0x1B: place = .escape
    case 0x08, 0x7F: secret.removeLast()
    // C-u and C-w: nobody sees where a word begins.
    case 0x15, 0x17: clear()
    case 0x20...: if !secret.append(byte) { isTooLong = true }
    default: break
    }
    return .more
  }

  /// Begins again.
  mutating func clear() {
    secret.wipe()
    isTooLong = false
    place = .text
  }
}
