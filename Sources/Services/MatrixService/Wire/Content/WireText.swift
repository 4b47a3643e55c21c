import ChatDomain

/// Text that comes from others, and text that a server may not take as it is.
extension String {
  /// The longest text that is read of one event, in bytes: no event is larger.
  static let longestText = 65_536

  /// What PostgreSQL cannot keep, and so no server should be given.
  var withoutNUL: String {
    utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0 != "\0" })) : self
  }

  /// The words of a message: line ends are LF, and of the control characters only the tab is left.
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

  /// A name: on one line, without blanks around it; nil if nothing is left.
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

  /// The same without NUL, from which `unescapingNUL` makes it again: U+0001 and a digit stand for NUL and U+0001.
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
        // Written by nobody.
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
  /// A control character of either set.
  var isControl: Bool { value < 0x20 || (0x7F..<0xA0).contains(value) }
}

extension Int {
  /// The number, or the nearest that every program reads as what it is: below 2^53.
  var exactEverywhere: Int { Swift.min(Swift.max(self, -(1 << 53) + 1), (1 << 53) - 1) }
}

extension Timestamp {
  /// In microseconds, as it stands in our own keys.
  var wire: Int { Int(clamping: microseconds).exactEverywhere }

  init(wire: Int) { self.init(microseconds: Int64(wire.exactEverywhere)) }
}
