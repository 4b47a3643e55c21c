public import DraftEngine
public import TestSupport

/// A text of several lines with mentions, and edited versions of it.
public struct Manuscript {
  struct Word {
    var text: String
    var isMention = false
  }

  var lines: [[Word]]

  /// A text of about this many bytes, with the mentions spread evenly over the words.
  public init(
    bytes: Int, mentions: Int, lines lineCount: Int, seed: UInt64,
    word: (inout SeededGenerator) -> String = { Vocabulary.word(&$0) }
  ) {
    var random = SeededGenerator(seed: seed)
    var words: [Word] = []
    var (size, made) = (0, 0)
    while size < bytes {
      // A mention that is due at this position comes before the next word.
      let isMention = made < mentions && size * mentions >= (2 * made + 1) * bytes / 2
      let text = isMention ? Self.names[made % Self.names.count] : word(&random)
      if isMention { made += 1 }
      words.append(Word(text: text, isMention: isMention))
      size += text.utf8.count + 1
    }
    let perLine = (words.count + lineCount - 1) / lineCount
    lines = stride(from: 0, to: words.count, by: perLine).map {
      Array(words[$0..<min($0 + perLine, words.count)])
    }
  }

  /// The names for mentions, some of two words.
  private static let names = [
    "Ann", "@bob", "John Doe", "#general", "Zoë", "the docs", "Carla Garcia", "@dave",
  ]

  public var text: String {
    lines.map { $0.map(\.text).joined(separator: " ") }.joined(separator: "\n")
  }

  /// The text as a draft that shares no memory with another one.
  public var document: DraftDocument { DraftDocument(elements: elements) }

  public var elements: [MessageElement] {
    var elements: [MessageElement] = []
    var (plain, mentions) = ("", 0)
    for (number, line) in lines.enumerated() {
      if number > 0 { plain += "\n" }
      for (index, word) in line.enumerated() {
        if index > 0 { plain += " " }
        guard word.isMention else {
          plain += word.text
          continue
        }
        if !plain.isEmpty { elements.append(.plainText(text: plain)) }
        plain = ""
        elements.append(.link(text: word.text, target: .user(userId: "user-\(mentions)")))
        mentions += 1
      }
    }
    if !plain.isEmpty { elements.append(.plainText(text: plain)) }
    return elements
  }

  /// The text after this many edits, spread evenly: words typed, deleted and replaced in turn.
  public func edited(_ edits: Int, seed: UInt64) -> Manuscript {
    var copy = self
    var random = SeededGenerator(seed: seed)
    for edit in 0..<edits {
      let line = (2 * edit + 1) * lines.count / (2 * edits)
      let plain = copy.lines[line].indices.filter { !copy.lines[line][$0].isMention }
      let place = plain[plain.count / 2]
      let new = Word(text: Vocabulary.word(&random) + "ish")
      switch edit % 3 {
      case 0: copy.lines[line][place] = new
      case 1: copy.lines[line].insert(new, at: place)
      default: copy.lines[line].remove(at: place)
      }
    }
    return copy
  }

  /// The words in random order, including mentions.
  public func shuffled(seed: UInt64) -> Manuscript {
    var copy = self
    var random = SeededGenerator(seed: seed)
    var words = lines.flatMap { $0 }
    for index in words.indices.reversed() { words.swapAt(index, random.below(index + 1)) }
    for line in copy.lines.indices {
      copy.lines[line] = Array(words.prefix(copy.lines[line].count))
      words.removeFirst(copy.lines[line].count)
    }
    return copy
  }

  /// The text without line breaks.
  public var inOneLine: Manuscript {
    var copy = self
    copy.lines = [Array(lines.joined())]
    return copy
  }

  /// The lines in reverse order.
  public var upsideDown: Manuscript {
    var copy = self
    copy.lines.reverse()
    return copy
  }
}

extension DraftDocument {
  /// The first space in the second half that is not inside a mention.
  public var middle: Int {
    let mentions = mentions
    let half = count / 2
    return text.enumerated().first { place, character in
      place >= half && character == " " && !mentions.contains { $0.range.contains(place) }
    }?.offset ?? count
  }
}
