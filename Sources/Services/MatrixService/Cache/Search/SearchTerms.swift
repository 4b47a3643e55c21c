import ChatDomain
import SQLite

/// The words of a search. A text is found if each of them is in it where a word begins.
///
/// The service in memory also finds them within words; no index of words can. What is no letter and no digit is found
/// anywhere.
struct SearchTerms {
  private let words: [FoldedText]

  init(_ text: String) {
    words = text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let bytes = IndexedText(String(word)).bytes
      let isEnd: (UInt8) -> Bool = { $0 == UInt8(ascii: " ") || $0 == 0x1F }
      guard let start = bytes.firstIndex(where: { !isEnd($0) }),
        let end = bytes.lastIndex(where: { !isEnd($0) })
      else { return nil }
      return FoldedText(folded: bytes[start...end])
    }
  }

  var isEmpty: Bool { words.isEmpty }

  /// What the index is asked; nil if it cannot be asked for any of the words. What it finds has the beginnings of the
  /// words, and not always the words.
  var matchExpression: Value? {
    var parts: [ArraySlice<UInt8>] = []
    for word in words {
      for part in IndexedText(bytes: word.bytes).words where !parts.contains(part) { parts.append(part) }
    }
    guard !parts.isEmpty else { return nil }
    let asked = parts.prefix(Self.mostParts).map { part in
      Array("\"".utf8) + part.prefix(Self.longestPart) + Array("\"*".utf8)
    }
    return .bytes(Array(asked.joined(separator: Array(" AND ".utf8))))
  }

  func match(_ text: IndexedText) -> Bool {
    let folded = FoldedText(folded: text.bytes)
    return words.allSatisfy { word in
      let isWord = word.bytes.first.map { !FoldedText.separatesIndexedWords($0) } ?? false
      return folded.occurrences(of: word).contains { place in
        !isWord || place == 0 || FoldedText.separatesIndexedWords(text.bytes[place - 1])
      }
    }
  }

  /// More would only make the index slower: what it finds is compared with all words.
  private static let mostParts = 16
  /// In bytes. The index has a limit of its own, far beyond.
  private static let longestPart = 256
}
