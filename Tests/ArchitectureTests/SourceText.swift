/// A Swift file whose bytes are told apart into code, comments and string literals.
///
/// The rules look for words, and a comment or a text that mentions a word does not use it.
struct SourceText {
  enum Kind { case code, comment, string }

  let bytes: [UInt8]
  let kinds: [Kind]

  init(_ text: String) {
    var scanner = SourceScanner(Array(text.utf8))
    scanner.scanFile()
    bytes = scanner.bytes
    kinds = scanner.kinds
  }

  /// The text with everything of other kinds blanked out; offsets and line ends stay where they are.
  func only(_ shown: Kind...) -> String {
    let (isCode, isComment, isString) = (
      shown.contains(.code), shown.contains(.comment), shown.contains(.string)
    )
    var visible = bytes
    // By hand, as in the scanner: this walks over all sources once for each rule.
    var index = 0
    while index < visible.count {
      let isShown =
        switch kinds[index] {
        case .code: isCode
        case .comment: isComment
        case .string: isString
        }
      let byte = visible[index]
      if byte != UInt8(ascii: "\n"), !isShown || byte == UInt8(ascii: "\r") {
        visible[index] = UInt8(ascii: " ")
      }
      index += 1
    }
    return String(decoding: visible, as: UTF8.self)
  }

  /// The number of the line, counted from 1, on which the byte stands.
  func line(at offset: Int) -> Int {
    1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  /// How many lines an editor shows; a last line need not end in a line end.
  var lineCount: Int {
    guard let last = bytes.last else { return 0 }
    return line(at: bytes.count) - (last == UInt8(ascii: "\n") ? 1 : 0)
  }

  /// The lines (counted from 1) that hold a comment or a part of one.
  var commentedLines: Set<Int> {
    var lines: Set<Int> = []
    var line = 1
    for (byte, kind) in zip(bytes, kinds) {
      if kind == .comment { lines.insert(line) }
      if byte == UInt8(ascii: "\n") { line += 1 }
    }
    return lines
  }
}
