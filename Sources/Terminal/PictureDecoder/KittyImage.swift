package import TerminalScreen

/// Pixels as chafa writes them for kitty: a first command with the size, one for each piece in base 64, and an empty one.
///
/// It comes from a child that a hostile picture may have taken over, so whatever is not exactly that is nothing.
package enum KittyImage {
  /// - Returns: nil if it is not one whole picture and nothing else.
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

  /// What stands between `ESC _ G` and `ESC \`.
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
