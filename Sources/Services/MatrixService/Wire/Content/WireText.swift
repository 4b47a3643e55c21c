import ChatDomain

/// Sanitizing received text, and escaping sent text.
extension String {
  /// The longest text to read from an event, in bytes. No event is larger.
  static let longestText = 65_536

  /// The text without NUL, which PostgreSQL cannot store.
  var withoutNUL: String {
    utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) : self
  }

  /// The text cut off at a size, with LF as line ends and without other control characters except the tab.
  func sanitized(maxBytes limit: Int = longestText) -> String {
    if utf8.count <= limit, hasOnlyBytes({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) { return self }
    var text = String.UnicodeScalarView()
    var size = 0
    var wasReturn = false
    for scalar in unicodeScalars {
      defer { wasReturn = scalar == "\r" }
      if scalar == "\n", wasReturn { continue }
      let shown: Unicode.Scalar = scalar == "\r" ? "\n" : scalar
      guard shown == "\n" || shown == "\t" || !shown.isControl else { continue }
      size += UTF8.width(shown)
      guard size <= limit else { break }
      text.append(shown)
    }
    return String(text)
  }

  /// The text as a name: on one line, trimmed, runs of blanks collapsed, cut off at a size; nil if nothing is left.
  func line(maxBytes limit: Int) -> String? {
    var text = String.UnicodeScalarView()
    var size = 0
    var hasGap = false
    for scalar in unicodeScalars {
      if scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" || scalar == "\u{2028}"
        || scalar == "\u{2029}"
      {
        hasGap = !text.isEmpty
        continue
      }
      guard !scalar.isControl else { continue }
      size += UTF8.width(scalar) + (hasGap ? 1 : 0)
      guard size <= limit else { break }
      if hasGap { text.append(" ") }
      hasGap = false
      text.append(scalar)
    }
    return text.isEmpty ? nil : String(text)
  }

  // MARK: NUL in our own keys

  /// The text with NUL escaped: U+0001 and a digit stand for NUL and U+0001.
  var escapingNUL: String {
    guard utf8.contains(where: { $0 < 2 }) else { return self }
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard scalar.value < 2 else {
        text.append(scalar)
        continue
      }
      text.append("\u{1}")
      text.append(scalar.value == 0 ? "0" : "1")
    }
    return String(text)
  }

  var unescapingNUL: String {
    guard utf8.contains(1) else { return self }
    var text = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in unicodeScalars {
      if isEscaped {
        isEscaped = false
        switch scalar {
        case "0": text.append("\0")
        case "1": text.append("\u{1}")
        // `escapingNUL` never writes this.
        default: text.append(scalar)
        }
      } else if scalar == "\u{1}" {
        isEscaped = true
      } else {
        text.append(scalar)
      }
    }
    return String(text)
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is DEL or a control character, of C0 or C1.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

extension Int {
  /// The number, clamped to the range that every JSON parser reads exactly: below 2^53.
  var exactEverywhere: Int { Swift.min(Swift.max(self, -(1 << 53) + 1), (1 << 53) - 1) }
}

extension Timestamp {
  /// In microseconds, the form in our own keys.
  var wire: Int { Int(clamping: microseconds).exactEverywhere }

  init(wire: Int) { self.init(microseconds: Int64(wire.exactEverywhere)) }
}
