import FormattedText

/// Cuts a message into the words whose spelling can be looked up.
///
/// Dictionaries disagree about numbers, emoji and addresses, so what is no word of a language is not asked for: code,
/// addresses, elements, files, names with capitals within, abbreviations.
public struct WordCutter: Sendable {
  /// Longer texts are not cut: they were not typed here.
  public static let longest = 65_536
  /// Longer words are not asked for: it would take dictionaries too long.
  static let longestWord = 100

  private let scripts: Set<Script>

  /// Makes a cutter for words of some languages.
  ///
  /// - Parameter languages: their codes; words in letters of others are left out.
  public init(languages: [String]) { scripts = Set(languages.compactMap(Script.init(language:))) }

  /// The words of a text, in order and apart, each from one boundary of Characters to another.
  ///
  /// - Parameters:
  ///   - text: what is typed.
  ///   - elements: the bytes of mentions, channels and links, in order and apart.
  ///   - isFormatted: whether marks of Markdown mean something: then words in code are no words.
  public func words(
    in text: String, elements: [Range<Int>] = [], isFormatted: Bool = true
  ) -> [SpelledWord] {
    guard text.utf8.count <= Self.longest else { return [] }
    var walk = WordWalk(text, excluded: Self.excluded(in: text, elements, isFormatted), scripts)
    return walk.words()
  }

  /// The bytes that hold no words of a language.
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
