package import ChatDomain
import ChatScreens

/// One-line excerpts of texts and messages, for rows of lists.
package nonisolated enum Excerpt {
  /// The beginning of a text on one line. A long text is read only as far as needed.
  package static func beginning(of text: some StringProtocol, limit: Int = 120) -> String {
    var result = ""
    var count = 0
    for character in text {
      let isBlank = character.isWhitespace
      if isBlank && (count == 0 || result.last == " ") { continue }
      if count >= limit { return result + "…" }
      result.append(isBlank ? " " : character)
      count += 1
    }
    if result.last == " " { result.removeLast() }
    return result
  }

  /// The text of a message, or a description of its other contents.
  package static func beginning(of message: Message, limit: Int = 120) -> String {
    if let placeholder = message.placeholder { return placeholder }
    let words = beginning(of: message.elements.words(by: message.author.displayName), limit: limit)
    guard words.isEmpty else { return words }
    if message.files.count == 1 { return beginning(of: message.files[0].title, limit: limit) }
    return files(message.files.count) ?? "(no text)"
  }

  /// "2 files"; nil for none.
  package static func files(_ count: Int) -> String? {
    count == 0 ? nil : counted(count, "file", "files")
  }

  /// The text around the first match of a query. Mentions of the reader are shown as "you", unless only the reader's name matches.
  package static func around(
    _ query: FoldedText, in message: Message, shownTo reader: UserID, limit: Int = 120
  ) -> String {
    guard message.mentions(reader), !query.isEmpty else {
      return around(query, in: message.shown(to: reader), limit: limit)
    }
    let shown = message.shown(to: reader)
    let isFound = FoldedText(shown.elements.words(upTo: .max)).contains(query)
    return around(query, in: isFound ? shown : message, limit: limit)
  }

  private static func around(_ query: FoldedText, in message: Message, limit: Int) -> String {
    let start = beginning(of: message, limit: limit)
    if query.isEmpty || FoldedText(start).contains(query) { return start }
    let words = message.elements.words(upTo: .max)
    for line in words.split(whereSeparator: \.isNewline) where FoldedText(String(line)).contains(query) {
      return piece(of: line, holding: query, limit: limit)
    }
    return start
  }

  /// Where any word of the query occurs in a row, as in `matches(of:in:)`.
  package static func matches(ofWordsIn query: String, in text: String) -> [Range<Int>] {
    let words = FoldedText(query).bytes.split(separator: UInt8(ascii: " ")).map { FoldedText(folded: $0) }
    let all = words.flatMap { matches(of: $0, in: text) }.sorted { $0.lowerBound < $1.lowerBound }
    return all.reduce(into: []) { joined, range in
      guard let last = joined.last, last.upperBound > range.lowerBound else { return joined.append(range) }
      joined[joined.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
    }
  }

  /// Where the query occurs in a row, in UTF-8 bytes: whole Characters, in order and disjoint.
  package static func matches(of query: FoldedText, in text: String) -> [Range<Int>] {
    guard !query.isEmpty else { return [] }
    // For each byte of the folded text, the Character that it comes from. Folding goes scalar by scalar, so that
    // the Characters can be folded one by one.
    var origins: [Range<Int>] = []
    var folded: [UInt8] = []
    var offset = 0
    for character in text {
      let range = offset..<offset + character.utf8.count
      let bytes = FoldedText(String(character)).bytes
      folded += bytes
      origins += repeatElement(range, count: bytes.count)
      offset = range.upperBound
    }
    var found: [Range<Int>] = []
    for place in FoldedText(folded: folded).occurrences(of: query) {
      let range = origins[place].lowerBound..<origins[place + query.bytes.count - 1].upperBound
      if let last = found.last, last.upperBound > range.lowerBound {
        found[found.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        found.append(range)
      }
    }
    return found
  }

  private static func piece(of line: Substring, holding query: FoldedText, limit: Int) -> String {
    var rest = line
    var isStart = true
    while !rest.isEmpty {
      if FoldedText(String(rest.prefix(limit))).contains(query) {
        return (isStart ? "" : "…") + beginning(of: rest, limit: limit)
      }
      rest = rest.dropFirst(limit / 2)
      isStart = false
    }
    return beginning(of: line, limit: limit)
  }
}
