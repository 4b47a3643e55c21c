import Glibc

/// A Swift file with its bytes classified as code, comments and string literals.
///
/// The rules search for words, and a word in a comment or a string is not a use.
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

  /// The text with all other kinds blanked out; offsets and line ends are preserved.
  func only(_ shown: Kind...) -> String {
    let (isCode, isComment, isString) = (
      shown.contains(.code), shown.contains(.comment), shown.contains(.string)
    )
    var visible = bytes
    // A manual loop, as in the scanner: it runs over all sources once for each rule.
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

  /// Whether the file has a word, in code or elsewhere.
  func has(_ word: String) -> Bool {
    (bytes + [0]).withUnsafeBytes { text in
      text.bindMemory(to: CChar.self).baseAddress.map { strstr($0, word) != nil } ?? false
    }
  }

  /// The line number of a byte, counted from 1.
  func line(at offset: Int) -> Int {
    1 + bytes[..<offset].count { $0 == UInt8(ascii: "\n") }
  }

  /// The number of lines as in an editor; the last one need not end with a line break.
  var lineCount: Int {
    guard let last = bytes.last else { return 0 }
    return line(at: bytes.count) - (last == UInt8(ascii: "\n") ? 1 : 0)
  }

  /// The numbers of the lines with comments, counted from 1.
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
