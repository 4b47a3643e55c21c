import TerminalScreen
import Testing

/// Bytes, the expected keys, and the keys after a timeout.
struct DecodeCase: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let events: [TerminalEvent]

  var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  init(_ text: String, _ events: [TerminalEvent]) { (bytes, self.events) = (Array(text.utf8), events) }

  /// `@` in the text stands for an Escape.
  init(_ text: String, _ notation: String = "") {
    self.init(text.replacingEscapes, InputDecoder.keys(notation))
  }
}

extension String {
  var replacingEscapes: String { String(map { $0 == "@" ? "\u{1B}" : $0 }) }
}

extension InputDecoder {
  /// All events of these bytes, including those after a timeout.
  static func events(of bytes: some Sequence<UInt8>) -> [TerminalEvent] {
    var decoder = InputDecoder()
    return decoder.decode(bytes) + decoder.timeOut()
  }

  /// Keys; `Esc+x` is an Escape directly followed by the key.
  static func keys(_ notation: String) -> [TerminalEvent] {
    // By bytes: a space and a combining mark after it form one Character.
    notation.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }.compactMap { word in
      guard word.hasPrefix("Esc+") else { return KeyEvent(notation: word).map { .key($0) } }
      return KeyEvent(notation: String(word.dropFirst(4))).map { .escapeAndKey($0) }
    }
  }
}
