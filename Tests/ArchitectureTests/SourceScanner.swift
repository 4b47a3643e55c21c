/// Classifies each byte of a Swift file as code, comment or string literal.
///
/// It supports nested comments, raw and multi-line strings, and treats interpolations as code. A regex literal counts
/// as code; a quote in it can hide at most the rest of its line.
struct SourceScanner {
  let bytes: [UInt8]
  private(set) var kinds: [SourceText.Kind]
  private var position = 0

  /// The bytes that can start a comment or a string literal, or end an interpolation.
  private static let marks: [Bool] = (0...255).map { Array("/\"#()".utf8).contains($0) }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    kinds = Array(repeating: .code, count: bytes.count)
  }

  mutating func scanFile() {
    scanCode(insideInterpolation: false)
  }

  private mutating func scanCode(insideInterpolation: Bool) {
    var openParentheses = insideInterpolation ? 1 : 0
    while position < bytes.count {
      guard Self.marks[Int(bytes[position])] else {
        advance(1, as: .code)
        continue
      }
      if sees("//") {
        while position < bytes.count, !sees("\n") { advance(1, as: .comment) }
      } else if sees("/*") {
        scanBlockComment()
      } else if sees("\"") || sees("#") {
        scanStringOrPound()
      } else {
        if sees("(") { openParentheses += 1 }
        if sees(")") { openParentheses -= 1 }
        advance(1, as: .code)
        if insideInterpolation, openParentheses == 0 { return }
      }
    }
  }

  private mutating func scanBlockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        advance(2, as: .comment)
      } else if sees("*/") {
        depth -= 1
        advance(2, as: .comment)
      } else {
        advance(1, as: .comment)
      }
    } while depth > 0 && position < bytes.count
  }

  /// `#"raw"#` starts like `#if` and `#expect`: only the quote after the signs distinguishes them.
  private mutating func scanStringOrPound() {
    let pounds = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
    let mark = String(repeating: "#", count: pounds)
    if sees(mark + "\"\"\"") {
      advance(pounds + 3, as: .string)
      scanString(until: "\"\"\"" + mark, escape: "\\" + mark, endsWithLine: false)
    } else if sees(mark + "\"") {
      advance(pounds + 1, as: .string)
      scanString(until: "\"" + mark, escape: "\\" + mark, endsWithLine: true)
    } else {
      advance(pounds, as: .code)
    }
  }

  private mutating func scanString(until end: String, escape: String, endsWithLine: Bool) {
    while position < bytes.count {
      if sees(end) { return advance(end.utf8.count, as: .string) }
      if endsWithLine, sees("\n") { return }
      if sees(escape) {
        advance(escape.utf8.count, as: .string)
        let opensInterpolation = sees("(")
        advance(1, as: .string)
        if opensInterpolation { scanCode(insideInterpolation: true) }
      } else {
        advance(1, as: .string)
      }
    }
  }

  /// Compares byte by byte: slices and generic algorithms take most of a minute in a debug build.
  private func sees(_ text: String) -> Bool {
    var index = position
    for byte in text.utf8 {
      guard index < bytes.count, bytes[index] == byte else { return false }
      index += 1
    }
    return true
  }

  private mutating func advance(_ count: Int, as kind: SourceText.Kind) {
    let end = min(position + count, bytes.count)
    while position < end {
      kinds[position] = kind
      position += 1
    }
  }
}
