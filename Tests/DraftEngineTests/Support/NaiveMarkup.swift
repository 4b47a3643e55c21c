import DraftEngine

/// A naive markup parser that follows the definition.
enum NaiveMarkup {
  static func parse(_ text: String) -> [MessageElement] {
    let bytes = Array(text.utf8)
    var elements: [MessageElement] = []
    var words: [UInt8] = []
    var index = 0
    while index < bytes.count {
      let run = bytes[index...].prefix { $0 == UInt8(ascii: "\\") }
      guard let link = link(at: run.endIndex, in: bytes) else {
        words += bytes[index..<min(run.endIndex + 1, bytes.count)]
        index = run.endIndex + 1
        continue
      }
      words += run.prefix(run.count / 2)
      if run.count.isMultiple(of: 2) {
        elements += [.plainText(text: string(words)), link.element]
        words = []
        index = link.end
      } else {
        words.append(bytes[run.endIndex])
        index = run.endIndex + 1
      }
    }
    return (elements + [.plainText(text: string(words))]).normalised
  }

  /// The link that begins at `start`, if there is one without the preceding backslashes.
  private static func link(at start: Int, in bytes: [UInt8]) -> (element: MessageElement, end: Int)? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "["),
      let text = part(from: start + 1, to: UInt8(ascii: "]"), in: bytes),
      text.end < bytes.count, bytes[text.end] == UInt8(ascii: "("),
      let target = part(from: text.end + 1, to: UInt8(ascii: ")"), in: bytes)
    else { return nil }
    let sent = bytes[(text.end + 1)..<target.end]
    let value = string(target.bytes)
    let kind: MentionTarget =
      if sent.starts(with: "pn-user://".utf8) {
        .user(userId: String(value.unicodeScalars.dropFirst(10)))
      } else if sent.starts(with: "pn-channel://".utf8) {
        .channel(channelId: String(value.unicodeScalars.dropFirst(13)))
      } else if sent.starts(with: "\\pn-user://".utf8) || sent.starts(with: "\\pn-channel://".utf8) {
        .url(url: String(value.unicodeScalars.dropFirst()))
      } else {
        .url(url: value)
      }
    return (.link(text: string(text.bytes), target: kind), target.end)
  }

  /// The text between `start` and the delimiter, unescaped, and the position after the delimiter.
  private static func part(from start: Int, to delimiter: UInt8, in bytes: [UInt8]) -> (
    bytes: [UInt8], end: Int
  )? {
    var part: [UInt8] = []
    var index = start
    while index < bytes.count, bytes[index] != delimiter {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "\\") || bytes[index + 1] == delimiter
      {
        index += 1
      }
      part.append(bytes[index])
      index += 1
    }
    return index < bytes.count ? (part, index + 1) : nil
  }

  private static func string(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
