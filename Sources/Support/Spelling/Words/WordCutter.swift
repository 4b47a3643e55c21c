import FormattedText

/// Splits a message into the words whose spelling can be looked up.
///
/// Dictionaries disagree about numbers, emoji and addresses, so text that is not a word of a language is skipped: code,
/// addresses, elements, files, names with inner capitals, abbreviations.
public struct WordCutter: Sendable {
  /// Longer texts are not checked: they were pasted, not typed.
  public static let longest = 65_536
  /// Longer words are not checked: dictionaries would take too long.
  static let longestWord = 100

  private let scripts: Set<Script>

  /// Creates a cutter for the words of some languages.
  ///
  /// - Parameter languages: their codes; words in other scripts are skipped.
  public init(languages: [String]) { scripts = Set(languages.compactMap(Script.init(language:))) }

  /// The words of a text, in order and without overlaps, each between two Character boundaries.
  ///
  /// - Parameters:
  ///   - text: the text that was typed.
  ///   - elements: the byte ranges of mentions, channels and links, in order and without overlaps.
  ///   - isFormatted: whether the text is Markdown; words in code are then skipped.
  public func words(
    in text: String, elements: [Range<Int>] = [], isFormatted: Bool = true
  ) -> [SpelledWord] {
    guard text.utf8.count <= Self.longest else { return [] }
    var walk = WordWalk(text, excluded: Self.excluded(in: text, elements, isFormatted), scripts)
    return walk.words()
  }

  /// The byte ranges without words of a language.
  private static func excluded(in text: String, _ elements: [Range<Int>], _ isFormatted: Bool) -> [Range<Int>]
  {
    guard isFormatted, let tree = Markdown.parse(text, elements: elements) else { return elements }
    var excluded = elements
    for node in tree.nodes {
      switch node.kind {
      case .code, .fence, .address: excluded.append(node.range)
      case .link(let address): excluded.append(address)
      default: break
      }
    }
    return excluded.sorted { $0.lowerBound < $1.lowerBound }
  }
}
