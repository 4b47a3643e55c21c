/// Reads JSON5 as <https://spec.json5.org> defines it: comments, trailing commas, unquoted keys, single quotes.
///
/// Our own reader, because values need line numbers: a fault in a value is found later, and its message must give the line.
struct JSON5Reader {
  private let scalars: [Unicode.Scalar]
  private var index = 0
  private(set) var line = 1
  private var depth = 0

  /// The maximum depth: deeper than any configuration, and far below the stack's limit.
  private static let mostDepth = 32

  private init(_ text: String) { scalars = Array(text.unicodeScalars) }

  static func read(_ text: String) throws(JSON5Fault) -> JSON5Value {
    var reader = JSON5Reader(text)
    let value = try reader.value()
    try reader.passBlanks()
    guard reader.next == nil else { throw reader.fault("unexpected text after the end of the value") }
    return value
  }

  /// The next scalar; nil at the end.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// The scalar at a distance after the next one; nil at the end.
  func scalar(after distance: Int) -> Unicode.Scalar? {
    index + distance < scalars.count ? scalars[index + distance] : nil
  }

  mutating func advance() -> Unicode.Scalar? {
    guard let scalar = next else { return nil }
    index += 1
    // CR LF ends one line.
    if scalar == "\n" || scalar == "\u{2028}" || scalar == "\u{2029}" || scalar == "\r" && next != "\n" {
      line += 1
    }
    return scalar
  }

  mutating func skip(_ wanted: Unicode.Scalar) -> Bool {
    guard next == wanted else { return false }
    _ = advance()
    return true
  }

  func fault(_ sentence: String) -> JSON5Fault { JSON5Fault(line: line, sentence: sentence) }

  /// A fault that names what was found here instead of what was expected.
  func expected(_ wanted: String) -> JSON5Fault {
    guard let next else { return fault("expected \(wanted), found the end of the file") }
    return fault("expected \(wanted), found \(String(next).quotedAsJSON)")
  }

  mutating func value() throws(JSON5Fault) -> JSON5Value {
    try passBlanks()
    let line = line
    return JSON5Value(kind: try kind(), line: line)
  }

  private mutating func kind() throws(JSON5Fault) -> JSON5Value.Kind {
    switch next {
    case "{": return .object(try members())
    case "[": return .list(try elements())
    case "\"", "'": return .text(try text())
    case "+", "-", ".": return try number()
    case let digit? where ("0"..."9").contains(digit): return try number()
    default: break
    }
    guard next.map({ $0.beginsName }) == true else { throw expected("a value") }
    let (line, word) = (line, try name())
    switch word {
    case "null": return .null
    case "true": return .flag(true)
    case "false": return .flag(false)
    case "Infinity": return .number(.infinity)
    case "NaN": return .number(.nan)
    default:
      try passBlanks()
      let isSetting = next == ":" && depth == 0
      throw JSON5Fault(
        line: line,
        sentence: isSetting
          ? "braces are missing around the settings: { \(word): … }"
          : "\(word) is not a value; a text needs quotes")
    }
  }

  private mutating func members() throws(JSON5Fault) -> [JSON5Value.Member] {
    var members: [JSON5Value.Member] = []
    var lines: [String: Int] = [:]
    try list(until: "}") { reader throws(JSON5Fault) in
      let line = reader.line
      let key = try reader.key()
      if let first = lines.updateValue(line, forKey: key) {
        throw JSON5Fault(line: line, sentence: "\(key) appears twice, first on line \(first)")
      }
      try reader.passBlanks()
      guard reader.skip(":") else { throw reader.expected("a colon after \(key)") }
      members.append(JSON5Value.Member(key: key, line: line, value: try reader.value()))
    }
    return members
  }

  private mutating func elements() throws(JSON5Fault) -> [JSON5Value] {
    var elements: [JSON5Value] = []
    try list(until: "]") { reader throws(JSON5Fault) in elements.append(try reader.value()) }
    return elements
  }

  /// Reads the items between brackets, with commas between them and an optional trailing comma.
  private mutating func list(
    until end: Unicode.Scalar, _ element: (inout JSON5Reader) throws(JSON5Fault) -> Void
  ) throws(JSON5Fault) {
    let first = line
    depth += 1
    guard depth <= Self.mostDepth else {
      throw fault("brackets may be nested at most \(Self.mostDepth) deep")
    }
    defer { depth -= 1 }
    _ = advance()
    try passBlanks()
    while !skip(end) {
      guard next != nil else { throw fault("the bracket on line \(first) is not closed") }
      try element(&self)
      try passBlanks()
      if skip(",") {
        try passBlanks()
      } else if next != end {
        guard next != nil else { throw fault("the bracket on line \(first) is not closed") }
        throw expected("a comma or \(end)")
      }
    }
  }

  private mutating func key() throws(JSON5Fault) -> String {
    if next == "\"" || next == "'" { return try text() }
    guard next.map({ $0.beginsName }) == true else { throw expected("a key or }") }
    return try name()
  }

  private mutating func name() throws(JSON5Fault) -> String {
    var name = String.UnicodeScalarView()
    while let scalar = next, scalar.beginsName || !name.isEmpty && scalar.continuesName {
      _ = advance()
      guard scalar == "\\" else {
        name.append(scalar)
        continue
      }
      guard skip("u") else { throw expected("a u after \\") }
      let meant = try escapedScalar()
      guard meant != "\\", meant.beginsName || !name.isEmpty && meant.continuesName else {
        throw fault("\(String(meant).quotedAsJSON) cannot be in a key without quotes")
      }
      name.append(meant)
    }
    return String(name)
  }

  /// Skips blanks and comments.
  mutating func passBlanks() throws(JSON5Fault) {
    while let scalar = next {
      if scalar.isBlank {
        _ = advance()
      } else if scalar == "/", self.scalar(after: 1) == "/" {
        while let scalar = next, !scalar.endsLine { _ = advance() }
      } else if scalar == "/", self.scalar(after: 1) == "*" {
        let first = line
        (_, _) = (advance(), advance())
        while !(next == "*" && self.scalar(after: 1) == "/") {
          guard advance() != nil else { throw fault("the comment on line \(first) is not closed") }
        }
        (_, _) = (advance(), advance())
      } else {
        return
      }
    }
  }

  // MARK: Texts and numbers

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
        throw fault("the quote is not closed on its line")
      }
      _ = advance()
      guard scalar == "\\" else {
        text.append(scalar)
        continue
      }
      if let meant = try escaped() { text.append(meant) }
    }
    throw fault("the quote on line \(first) is not closed")
  }

  /// Reads the rest of an escape after a backslash; nil for a line end, which continues the text on the next line.
  private mutating func escaped() throws(JSON5Fault) -> Unicode.Scalar? {
    guard let scalar = next else { throw expected("something after \\") }
    if scalar != "u" { _ = advance() }
    switch scalar {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "v": return "\u{B}"
    case "0" where !isDigit(next): return "\0"
    case "0"..."9": throw fault("\\ with a digit has no meaning; \\x with two hex digits does")
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
    let none = fault("\\u\(String(high, radix: 16)) alone is not a character")
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
      throw fault("a number cannot begin with 0; hex begins with 0x")
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
    guard let value = Double(text) else { throw fault("\(text) is not a number") }
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

extension Unicode.Scalar {
  var endsLine: Bool { self == "\n" || self == "\r" || self == "\u{2028}" || self == "\u{2029}" }

  fileprivate var isBlank: Bool {
    switch self {
    case "\t", "\u{B}", "\u{C}", " ", "\u{FEFF}": true
    default: endsLine || properties.generalCategory == .spaceSeparator
    }
  }

  fileprivate var beginsName: Bool {
    if self == "$" || self == "_" || self == "\\" { return true }
    return switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .letterNumber:
      true
    default: false
    }
  }

  /// Whether it may continue the name of a key; no such scalar may directly follow a number.
  var continuesName: Bool {
    if self == "\u{200C}" || self == "\u{200D}" || beginsName { return true }
    return switch properties.generalCategory {
    case .nonspacingMark, .spacingMark, .decimalNumber, .connectorPunctuation: true
    default: false
    }
  }
}
