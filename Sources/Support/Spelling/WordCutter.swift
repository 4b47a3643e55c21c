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

/// A word of a text whose spelling can be right or wrong.
public struct SpelledWord: Hashable, Sendable {
  /// The byte range of the word in the text.
  public let range: Range<Int>
  /// The spelling that is looked up: the word with straight apostrophes.
  public let spelling: String
}

/// The script of a language. Languages in other scripts are not checked.
enum Script: Hashable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, georgian, hangul

  /// The script of a language.
  ///
  /// - Parameter language: the language code, with or without a country: `en_US`, `ru`.
  init?(language: String) {
    switch language.prefix(while: { $0 != "_" && $0 != "-" }) {
    case "el": self = .greek
    case "be", "bg", "kk", "ky", "mk", "mn", "ru", "sr", "tg", "tt", "uk": self = .cyrillic
    case "hy": self = .armenian
    case "he", "yi": self = .hebrew
    case "ar", "fa", "ur": self = .arabic
    case "ka": self = .georgian
    case "ko": self = .hangul
    case "as", "bn", "bo", "dz", "gu", "hi", "ja", "km", "kn", "lo", "ml", "mr", "my", "ne", "or", "pa", "sa",
      "si", "ta", "te", "th", "zh":
      return nil
    default: self = .latin
    }
  }

  /// The script of a letter; nil if it is of another script, or not a letter.
  init?(_ letter: Unicode.Scalar) {
    switch letter.value {
    case 0x41...0x5A, 0x61...0x7A, 0xAA, 0xBA, 0xC0...0x2AF, 0x1E00...0x1EFF, 0x2C60...0x2C7F,
      0xA720...0xA7FF,
      0xFB00...0xFB06:
      self = .latin
    case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
    case 0x400...0x52F: self = .cyrillic
    case 0x531...0x58F: self = .armenian
    case 0x5D0...0x5F4: self = .hebrew
    case 0x620...0x6FF, 0x750...0x77F: self = .arabic
    case 0x10A0...0x10FF, 0x1C90...0x1CBF: self = .georgian
    case 0xAC00...0xD7A3: self = .hangul
    default: return nil
    }
  }
}
