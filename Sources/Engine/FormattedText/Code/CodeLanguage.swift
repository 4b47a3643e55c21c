/// What of a language decides colours: a row of a table.
public struct CodeLanguage: Sendable {
  struct Quote: Sendable {
    var mark: StaticString
    var isMultiline = false
    var hasEscapes = true
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: Int
    /// Comments can hold comments.
    static let nestedComments = Traits(rawValue: 1)
    /// Names with a capital letter are types.
    static let capitalTypes = Traits(rawValue: 2)
    static let atMeta = Traits(rawValue: 4)
    /// `#word` anywhere.
    static let hashMeta = Traits(rawValue: 8)
    /// `#"…"#`.
    static let hashedStrings = Traits(rawValue: 16)
    /// `'a` may be no text.
    static let lifetimes = Traits(rawValue: 32)
    static let calls = Traits(rawValue: 64)
    /// `r"…"`, `f"…"`.
    static let prefixedStrings = Traits(rawValue: 128)
    /// A text or a word before a colon is a key.
    static let stringKeys = Traits(rawValue: 256)
    static let wordKeys = Traits(rawValue: 512)
    static let ignoresCase = Traits(rawValue: 1_024)
    static let dollarMeta = Traits(rawValue: 2_048)
    /// A comment begins only where a word does.
    static let apartComments = Traits(rawValue: 4_096)
    static let tags = Traits(rawValue: 8_192)
    static let changes = Traits(rawValue: 16_384)
  }

  /// What fences call it.
  public let names: [String]
  let line: StaticString?
  let block: (open: StaticString, close: StaticString)?
  let quotes: [Quote]
  let traits: Traits
  let keywords: Set<[UInt8]>

  init(
    _ names: String, line: StaticString? = nil, block: (open: StaticString, close: StaticString)? = nil,
    quotes: [Quote] = [], _ traits: Traits = [], keywords: String = ""
  ) {
    self.names = names.split(separator: " ").map(String.init)
    self.line = line
    self.block = block
    self.quotes = quotes
    self.traits = traits
    self.keywords = Set(keywords.split(separator: " ").map { Array($0.utf8) })
  }

  /// The language of a fence; nil if its code has no colours.
  ///
  /// - Parameter name: what the fence calls it, in small or capital letters.
  public static func named(_ name: String) -> CodeLanguage? { byName[name.lowercased()] }

  private static let byName: [String: CodeLanguage] = {
    var byName: [String: CodeLanguage] = [:]
    for language in all { for name in language.names { byName[name] = language } }
    return byName
  }()
}
