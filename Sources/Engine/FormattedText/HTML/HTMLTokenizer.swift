/// Splits any text into HTML tokens, in time linear in its length.
///
/// A `<` begins a tag only if a `>` ends the tag before the next `<` outside of quotes. If a tag lacks its `>` or a closing quote,
/// everything from there on is text.
struct HTMLTokenizer {
  private let bytes: [UInt8]
  private var position = 0
  private var hasTags = true
  /// The end of text that looked like a tag but was not one, and that is not searched for tags again.
  private var wordsEnd = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() -> HTMLToken? {
    while position < bytes.count {
      if hasTags, bytes[position] == UInt8(ascii: "<") {
        if skipComment() { continue }
        if position >= wordsEnd, let tag = tag() { return tag }
      }
      let start = position
      position += 1
      while position < bytes.count, !(hasTags && bytes[position] == UInt8(ascii: "<")) { position += 1 }
      return .text(HTMLEntity.read(bytes[start..<position]))
    }
    return nil
  }

  /// Skips `<!…>`, `<?…>` and `<!--…-->`.
  private mutating func skipComment() -> Bool {
    guard position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "!") || bytes[position + 1] == UInt8(ascii: "?")
    else { return false }
    let isComment = bytes[position...].starts(with: "<!--".utf8)
    var place = position + (isComment ? 4 : 2)
    while place < bytes.count {
      if bytes[place] == UInt8(ascii: ">"),
        !isComment
          || place >= position + 6 && bytes[place - 1] == UInt8(ascii: "-")
            && bytes[place - 2] == UInt8(ascii: "-")
      {
        position = place + 1
        return true
      }
      place += 1
    }
    hasTags = false
    return false
  }

  /// The tag that begins here; nil, without advancing, if there is none.
  private mutating func tag() -> HTMLToken? {
    var place = position + 1
    let isClose = place < bytes.count && bytes[place] == UInt8(ascii: "/")
    if isClose { place += 1 }
    let start = place
    while place < bytes.count,
      bytes[place].isLetter || bytes[place].isDigit || bytes[place] == UInt8(ascii: "-")
    {
      place += 1
    }
    guard place > start, bytes[start].isLetter, place - start <= 32 else { return nil }
    let name = String(decoding: bytes[start..<place], as: UTF8.self).lowercased()
    var attributes: [HTMLAttribute: String] = [:]
    while true {
      while place < bytes.count, bytes[place].isHTMLBlank || bytes[place] == UInt8(ascii: "/") { place += 1 }
      guard place < bytes.count else { break }
      if bytes[place] == UInt8(ascii: ">") {
        position = place + 1
        return isClose ? .close(name: name) : .open(name: name, attributes: attributes)
      }
      if bytes[place] == UInt8(ascii: "<") {
        wordsEnd = place
        return nil
      }
      guard let (attribute, value) = attribute(&place) else { return nil }
      // Of duplicate attributes the first counts, as in browsers.
      if let attribute, attributes[attribute] == nil { attributes[attribute] = value }
    }
    hasTags = false
    return nil
  }

  /// An attribute's name, and its value if there is one; nil if its quote is not closed.
  private mutating func attribute(_ place: inout Int) -> (HTMLAttribute?, String)? {
    let start = place
    place += 1
    while place < bytes.count, !bytes[place].isHTMLBlank, !"=></".utf8.contains(bytes[place]) { place += 1 }
    let name = HTMLAttribute(
      rawValue: String(decoding: bytes[start..<min(place, start + 16)], as: UTF8.self).lowercased())
    var end = place
    while end < bytes.count, bytes[end].isHTMLBlank { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "=") else { return (name, "") }
    end += 1
    while end < bytes.count, bytes[end].isHTMLBlank { end += 1 }
    place = end
    guard place < bytes.count else { return (name, "") }
    let quote = bytes[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      place += 1
      let first = place
      while place < bytes.count, bytes[place] != quote { place += 1 }
      guard place < bytes.count else {
        hasTags = false
        return nil
      }
      defer { place += 1 }
      return (name, HTMLEntity.read(bytes[first..<place]))
    }
    let first = place
    while place < bytes.count, !bytes[place].isHTMLBlank, bytes[place] != UInt8(ascii: ">"),
      bytes[place] != UInt8(ascii: "<")
    {
      place += 1
    }
    return (name, HTMLEntity.read(bytes[first..<place]))
  }
}

extension UInt8 {
  /// Whether it is whitespace that HTML collapses to one blank.
  var isHTMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}

/// HTML character references.
enum HTMLEntity {
  /// The text with its references decoded. Unknown ones stay as they are.
  static func read(_ bytes: ArraySlice<UInt8>) -> String {
    guard bytes.contains(UInt8(ascii: "&")) else { return String(decoding: bytes, as: UTF8.self) }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.first {
      if byte == UInt8(ascii: "&"), let (scalar, length) = scalar(rest) {
        text += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        rest = rest.dropFirst(length)
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The decoded scalar, and the number of bytes of its reference.
  private static func scalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
    // The longest reference is &ZeroWidthSpace;.
    guard let end = bytes.prefix(16).firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let name = bytes[(bytes.startIndex + 1)..<end]
    let length = end - bytes.startIndex + 1
    if name.first == UInt8(ascii: "#") {
      let digits = name.dropFirst()
      let isHex = digits.first == UInt8(ascii: "x") || digits.first == UInt8(ascii: "X")
      let text = String(decoding: isHex ? digits.dropFirst() : digits, as: UTF8.self)
      guard text.utf8.allSatisfy({ $0.isDigit || (0x61...0x66).contains($0.lowercased) }),
        let value = UInt32(text, radix: isHex ? 16 : 10)
      else {
        return nil
      }
      return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
    }
    let text = String(decoding: name, as: UTF8.self)
    return (usual[text] ?? others[text]).map { ($0, length) }
  }

  /// The most common names, so that the table of the others is created only if needed.
  private static let usual: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}",
  ]

  /// The names of HTML 4, and ZeroWidthSpace, which bridges insert into a name so that it is not a mention.
  private static let others: [String: Unicode.Scalar] = {
    var letters: [String: Unicode.Scalar] = [
      "OElig": "Œ", "oelig": "œ", "Scaron": "Š",
      "scaron": "š", "Yuml": "Ÿ", "fnof": "ƒ", "circ": "ˆ", "tilde": "˜", "ensp": "\u{2002}",
      "emsp": "\u{2003}",
      "thinsp": "\u{2009}", "ZeroWidthSpace": "\u{200B}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
      "lrm": "\u{200E}", "rlm": "\u{200F}",
      "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
      "bdquo": "„",
      "dagger": "†", "Dagger": "‡", "bull": "•", "hellip": "…", "permil": "‰", "prime": "′", "Prime": "″",
      "lsaquo": "‹", "rsaquo": "›", "oline": "‾", "frasl": "⁄", "euro": "€", "image": "ℑ", "weierp": "℘",
      "real": "ℜ", "trade": "™", "alefsym": "ℵ", "larr": "←", "uarr": "↑", "rarr": "→", "darr": "↓",
      "harr": "↔",
      "crarr": "↵", "lArr": "⇐", "uArr": "⇑", "rArr": "⇒", "dArr": "⇓", "hArr": "⇔", "forall": "∀",
      "part": "∂",
      "exist": "∃", "empty": "∅", "nabla": "∇", "isin": "∈", "notin": "∉", "ni": "∋", "prod": "∏", "sum": "∑",
      "minus": "−", "lowast": "∗", "radic": "√", "prop": "∝", "infin": "∞", "ang": "∠", "and": "∧", "or": "∨",
      "cap": "∩", "cup": "∪", "int": "∫", "there4": "∴", "sim": "∼", "cong": "≅", "asymp": "≈", "ne": "≠",
      "equiv": "≡", "le": "≤", "ge": "≥", "sub": "⊂", "sup": "⊃", "nsub": "⊄", "sube": "⊆", "supe": "⊇",
      "oplus": "⊕", "otimes": "⊗", "perp": "⊥", "sdot": "⋅", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊",
      "rfloor": "⌋", "lang": "⟨", "rang": "⟩", "loz": "◊", "spades": "♠", "clubs": "♣", "hearts": "♥",
      "diams": "♦",
      "thetasym": "ϑ", "upsih": "ϒ", "piv": "ϖ",
    ]
    for (first, names) in runs {
      for (offset, name) in names.split(separator: " ").enumerated() {
        letters[String(name)] = Unicode.Scalar(first + UInt32(offset))
      }
    }
    return letters
  }()

  /// Names of consecutive scalars, and the first of these scalars.
  private static let runs: [(UInt32, String)] = [
    (
      0xA0,
      """
      nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute \
      micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring \
      AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml \
      times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil \
      egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
      ugrave uacute ucirc uuml yacute thorn yuml
      """
    ),
    (
      0x391,
      "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho"
    ),
    (0x3A3, "Sigma Tau Upsilon Phi Chi Psi Omega"),
    (
      0x3B1,
      """
      alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigmaf sigma tau \
      upsilon phi chi psi omega
      """
    ),
  ]
}

/// One piece of HTML.
enum HTMLToken: Equatable {
  /// Text, with its entities decoded.
  case text(String)
  /// - Parameters:
  ///   - name: the name in lower case.
  ///   - attributes: the supported attributes.
  case open(name: String, attributes: [HTMLAttribute: String])
  case close(name: String)
}

/// The supported attributes. All others are dropped.
enum HTMLAttribute: String {
  case href
  case alt
  case start
  case value
  case type
  case checked
  case `class`
  case spoiler = "data-mx-spoiler"
}
