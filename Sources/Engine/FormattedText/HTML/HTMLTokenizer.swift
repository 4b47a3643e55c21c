/// Takes HTML apart that may be anything: pieces come out of every text, and it takes time in proportion to its length.
///
/// A `<` begins a tag only if the tag ends, and before another `<` outside of quotes. From a tag on that does not end, for
/// want of a `>` or of a quote, everything is words.
struct HTMLTokenizer {
  private let bytes: [UInt8]
  private var position = 0
  private var hasTags = true
  /// Where the last one that looked like a tag was none: what stands before is words, and not looked at for tags once more.
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

  /// Passes over `<!…>`, `<?…>` and `<!--…-->`.
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

  /// The tag that begins here; nil, without a step, if none does.
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
      // Of equal ones the first counts, as in browsers.
      if let attribute, attributes[attribute] == nil { attributes[attribute] = value }
    }
    hasTags = false
    return nil
  }

  /// A name, and a value if one follows; nil if the quote does not end, or a tag begins in it.
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
  /// What runs together to one blank.
  var isHTMLBlank: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D }
}
