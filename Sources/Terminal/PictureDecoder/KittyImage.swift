package import TerminalScreen

/// Parses pixels as chafa writes them for kitty: a first command with the size, one command for each piece in base 64, and an
/// empty one.
///
/// A hostile picture may have taken over the child process, so any other output is rejected.
package enum KittyImage {
  /// - Returns: nil if the output is not exactly one complete picture.
  package static func picture(in output: [UInt8]) -> Picture? {
    var reader = Reader(rest: output[...])
    // "a=T,f=32,s=320,v=80,c=40,r=10,m=1"
    guard let head = reader.command(), head.data.isEmpty else { return nil }
    guard head.value(of: "a") == "T", head.value(of: "f") == "32", head.value(of: "m") == "1",
      let width = head.number(of: "s"), let height = head.number(of: "v")
    else { return nil }
    let count = width * height * 4
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(count, output.count))
    while let piece = reader.command() {
      switch piece.value(of: "m") {
      case "1":
        guard piece.isOnly("m"), Base64.append(piece.data, to: &bytes), bytes.count <= count else {
          return nil
        }
      case "0":
        guard piece.isOnly("m"), piece.data.isEmpty, reader.rest.allSatisfy({ $0 == 0x0A }) else {
          return nil
        }
        return Picture(width: width, height: height, bytes: bytes)
      default: return nil
      }
    }
    return nil
  }

  /// The text between `ESC _ G` and `ESC \`.
  private struct Command {
    let keys: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)]
    let data: ArraySlice<UInt8>

    func value(of key: String) -> String? {
      keys.first { $0.key.elementsEqual(key.utf8) }.map { String(decoding: $0.value, as: UTF8.self) }
    }

    func number(of key: String) -> Int? {
      guard let text = value(of: key), let number = Int(text), (1...Picture.longestSide).contains(number),
        text == String(number)
      else { return nil }
      return number
    }

    func isOnly(_ key: String) -> Bool { keys.count == 1 && keys[0].key.elementsEqual(key.utf8) }
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    private static let escape: UInt8 = 0x1B
    private static let mostKeys = 16

    mutating func command() -> Command? {
      guard rest.starts(with: [Self.escape, UInt8(ascii: "_"), UInt8(ascii: "G")]) else { return nil }
      let body = rest.dropFirst(3)
      guard let end = body.firstIndex(of: Self.escape), end + 1 < body.endIndex,
        body[end + 1] == UInt8(ascii: "\\")
      else { return nil }
      rest = body[(end + 2)...]
      let inside = body[..<end]
      let head = inside.prefix { $0 != UInt8(ascii: ";") }
      let pairs = head.split(
        separator: UInt8(ascii: ","), maxSplits: Self.mostKeys, omittingEmptySubsequences: false)
      guard pairs.count <= Self.mostKeys else { return nil }
      var keys: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
      for pair in pairs {
        guard let sign = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
        keys.append((pair[..<sign], pair[(sign + 1)...]))
      }
      return Command(keys: keys, data: inside[head.endIndex...].dropFirst())
    }
  }
}

/// Decodes base 64.
enum Base64 {
  /// Appends the decoded bytes of a text, which may be padded with `=`.
  ///
  /// - Returns: false if the text is not base 64; a part of it may have been appended then.
  static func append(_ text: ArraySlice<UInt8>, to bytes: inout [UInt8]) -> Bool {
    guard !text.isEmpty, text.count % 4 == 0 else { return false }
    var letters = text
    var filled = 0
    while filled < 2, letters.last == UInt8(ascii: "=") {
      letters.removeLast()
      filled += 1
    }
    var bits: UInt32 = 0
    var count = 0
    for letter in letters {
      guard let value = value(of: letter) else { return false }
      bits = bits << 6 | UInt32(value)
      count += 1
      guard count == 4 else { continue }
      bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
      bytes.append(UInt8(truncatingIfNeeded: bits))
      (bits, count) = (0, 0)
    }
    switch count {
    case 0: return true
    case 2: bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default: return false
    }
    return true
  }

  private static func value(of letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): letter - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): letter - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): letter - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
