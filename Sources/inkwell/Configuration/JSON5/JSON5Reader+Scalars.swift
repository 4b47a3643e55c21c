extension JSON5Reader {
  /// Reads a text in quotes of either kind.
  mutating func text() throws(JSON5Fault) -> String {
    let (first, quote) = (line, advance())
    var text = String.UnicodeScalarView()
    while let scalar = next {
      if scalar == quote {
        _ = advance()
        return String(text)
      }
      // These two are allowed in a text, because JSON allows them.
      guard !scalar.endsLine || scalar == "\u{2028}" || scalar == "\u{2029}" else {
        throw fault("the quote has no end on its line")
      }
      _ = advance()
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      if let meant = try escaped() { text.append(meant) }
    }
    throw fault("the quote of line \(first) has no end")
  }

  /// Reads the rest of an escape after a backslash; nil for a line end, which continues the text on the next line.
  private mutating func escaped() throws(JSON5Fault) -> Unicode.Scalar? {
    guard let scalar = next else { throw expected("something behind \\") }
    if scalar != "u" { _ = advance() }
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "0" where !isDigit(next): return "\0"
    case "0"..."9": throw fault("\\ with a digit means nothing; \\x with two hex digits does")
    case "x": return Unicode.Scalar(UInt8(try hexDigits(2)))
    case "u":
      _ = advance()
      return try escapedScalar()
    case "\r":
      _ = skip("\n")
      return nil
    case _ where scalar.endsLine: return nil
    default: return scalar
    }
  }

  /// Reads the rest of an escape after `\u`; scalars beyond 16 bits need two escapes.
  mutating func escapedScalar() throws(JSON5Fault) -> Unicode.Scalar {
    let high = try hexDigits(4)
    if let scalar = Unicode.Scalar(high) { return scalar }
    let none = fault("\\u\(String(high, radix: 16)) alone is no character")
    guard high < 0xDC00, skip("\\"), skip("u") else { throw none }
    let low = try hexDigits(4)
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw none }
    return scalar
  }

  private mutating func hexDigits(_ count: Int) throws(JSON5Fault) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count {
      guard let digit = next.flatMap({ Character($0).hexDigitValue }), next?.isASCII == true else {
        throw expected("\(count) hex digits")
      }
      _ = advance()
      number = number << 4 | UInt32(digit)
    }
    return number
  }

  mutating func number() throws(JSON5Fault) -> JSON5Value.Kind {
    var text = ""
    if next == "+" || next == "-" { if advance() == "-" { text = "-" } }
    let sign = text
    if next == "I" || next == "N" {
      for (word, value) in [("Infinity", Double.infinity), ("NaN", Double.nan)]
      where next == word.unicodeScalars.first {
        for letter in word.unicodeScalars { guard skip(letter) else { throw expected(word) } }
        return try ended(.number(sign == "-" ? -value : value))
      }
    }
    if next == "0", scalar(after: 1) == "x" || scalar(after: 1) == "X" {
      (_, _) = (advance(), advance())
      var digits = ""
      while let digit = next, digit.isASCII, Character(digit).isHexDigit {
        digits.unicodeScalars.append(digit)
        _ = advance()
      }
      guard !digits.isEmpty else { throw expected("a hex digit") }
      guard let value = Int128(sign + digits, radix: 16) else { throw fault("the number is too large") }
      return try ended(.whole(value))
    }
    let whole = readDigits()
    if whole.count > 1, whole.hasPrefix("0") {
      throw fault("a number does not begin with 0; hex begins with 0x")
    }
    text += whole.isEmpty ? "0" : whole
    var isWhole = true
    var fraction = ""
    if skip(".") {
      isWhole = false
      fraction = readDigits()
      text += "." + (fraction.isEmpty ? "0" : fraction)
    }
    guard !whole.isEmpty || !fraction.isEmpty else { throw expected("a digit") }
    if next == "e" || next == "E" {
      isWhole = false
      _ = advance()
      text += "e"
      if next == "+" || next == "-" { if advance() == "-" { text += "-" } }
      let exponent = readDigits()
      guard !exponent.isEmpty else { throw expected("a digit") }
      text += exponent
    }
    if isWhole, let value = Int128(text) { return try ended(.whole(value)) }
    guard let value = Double(text) else { throw fault("\(text) is no number") }
    return try ended(.number(value))
  }

  /// Checks that no name follows a number directly.
  private func ended(_ kind: JSON5Value.Kind) throws(JSON5Fault) -> JSON5Value.Kind {
    if let next, next.continuesName { throw expected("the end of the number") }
    return kind
  }

  private mutating func readDigits() -> String {
    var digits = ""
    while isDigit(next), let digit = advance() { digits.unicodeScalars.append(digit) }
    return digits
  }

  private func isDigit(_ scalar: Unicode.Scalar?) -> Bool { scalar.map { ("0"..."9").contains($0) } ?? false }
}
