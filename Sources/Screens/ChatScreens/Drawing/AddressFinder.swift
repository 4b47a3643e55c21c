public import DraftEngine

/// Finds addresses in plain words: those with a scheme that may be opened, and those that begin with `www.`.
///
/// The only place that decides what is one. A message is drawn with what it finds, and the same is opened.
enum AddressFinder {
  /// The addresses in a text, each with its UTF-8 bytes and what it leads to.
  static func addresses(in text: String) -> [MentionSpan] {
    var found: [MentionSpan] = []
    var offset = 0
    let bytes = text.utf8.span
    while offset < bytes.count {
      let byte = bytes[offset]
      // Every address has one of these behind its first letters.
      guard byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".") else {
        offset += 1
        continue
      }
      guard let start = start(of: offset, in: text, after: found.last?.range.upperBound ?? 0) else {
        offset += 1
        continue
      }
      let word = end(ofWordFrom: start.offset + start.prefix, in: text)
      offset = word.end
      guard word.isVisible else { continue }
      let range = start.offset..<trimmed(start.offset..<word.end, in: text)
      guard range.count > start.prefix,
        let address = WebAddress.openable(start.scheme + text.slice(utf8: range)),
        !start.isBare || text.slice(utf8: range).utf8.dropFirst(start.prefix).contains(UInt8(ascii: "."))
      else { continue }
      found.append(MentionSpan(range, .url(url: address)))
    }
    return found
  }

  /// Where an address begins, when a colon or a dot stands at the end of its first letters.
  private static func start(
    of mark: Int, in text: String, after end: Int
  ) -> (offset: Int, prefix: Int, scheme: String, isBare: Bool)? {
    let bytes = text.utf8.span
    let isBare = bytes[mark] == UInt8(ascii: ".")
    for prefix in isBare ? ["www."] : WebAddress.schemes {
      let letters = prefix.utf8.prefix { $0 != bytes[mark] }.count
      let offset = mark - letters
      guard offset >= end, offset + prefix.utf8.count < bytes.count,
        text.utf8.dropFirst(offset).hasASCIIPrefix(prefix.utf8)
      else { continue }
      if offset > 0, isPartOfScheme(bytes[offset - 1]) { return nil }
      return (offset, prefix.utf8.count, isBare ? "https://" : "", isBare)
    }
    return nil
  }

  private static func isPartOfScheme(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }

  /// Where the blank, the quote or the bracket of another script stands that ends an address; and whether everything
  /// before it can be seen.
  private static func end(ofWordFrom offset: Int, in text: String) -> (end: Int, isVisible: Bool) {
    let scalars = text.unicodeScalars
    var index = text.utf8.index(text.startIndex, offsetBy: offset)
    var end = offset
    var isVisible = true
    while index < scalars.endIndex, !endsWord(scalars[index]) {
      isVisible = isVisible && !WebAddress.isInvisible(scalars[index])
      end += UTF8.width(scalars[index])
      index = scalars.index(after: index)
    }
    return (end, isVisible)
  }

  private static func endsWord(_ scalar: Unicode.Scalar) -> Bool {
    if WebAddress.isBlank(scalar) { return true }
    if scalar.isASCII { return "<>\"`".unicodeScalars.contains(scalar) }
    return switch scalar.properties.generalCategory {
    case .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation: true
    default: "、。，．：；！？｡､…".unicodeScalars.contains(scalar)
    }
  }

  /// Without the punctuation of the sentence around it. A bracket that was opened in the address belongs to it.
  private static func trimmed(_ range: Range<Int>, in text: String) -> Int {
    let bytes = text.utf8.span
    var surplus: [UInt8: Int] = [:]
    for offset in range {
      if let (closer, step) = Self.brackets[bytes[offset]] { surplus[closer, default: 0] += step }
    }
    var end = range.upperBound
    while end > range.lowerBound {
      let last = bytes[end - 1]
      if let (closer, step) = Self.brackets[last] {
        guard step > 0, surplus[closer, default: 0] > 0 else { break }
        surplus[closer, default: 0] -= 1
      } else if !".,;:!?'*".utf8.contains(last) {
        break
      }
      end -= 1
    }
    return end
  }

  /// Each bracket with the one that closes it, and what it adds to the closers that nothing opened.
  private static let brackets: [UInt8: (closer: UInt8, step: Int)] = [
    UInt8(ascii: "("): (UInt8(ascii: ")"), -1), UInt8(ascii: ")"): (UInt8(ascii: ")"), 1),
    UInt8(ascii: "["): (UInt8(ascii: "]"), -1), UInt8(ascii: "]"): (UInt8(ascii: "]"), 1),
    UInt8(ascii: "{"): (UInt8(ascii: "}"), -1), UInt8(ascii: "}"): (UInt8(ascii: "}"), 1),
  ]
}

extension [MessageElement] {
  /// All that leads somewhere: the elements, and the addresses in the plain words between them, by their UTF-8 bytes in
  /// the whole text.
  public var spansWithAddresses: [MentionSpan] {
    var spans: [MentionSpan] = []
    var start = 0
    for element in self {
      let end = start + element.text.utf8.count
      defer { start = end }
      if let target = element.target {
        spans.append(MentionSpan(start..<end, target))
      } else {
        spans += AddressFinder.addresses(in: element.text).map { $0.moved(by: start) }
      }
    }
    return spans
  }
}
