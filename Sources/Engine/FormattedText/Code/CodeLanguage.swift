/// The rules for colouring a language; an entry of ``all``.
public struct CodeLanguage: Sendable {
  struct Quote: Sendable {
    var mark: StaticString
    var isMultiline = false
    var hasEscapes = true
  }

  struct Traits: OptionSet, Sendable {
    let rawValue: Int
    /// Comments can be nested.
    static let nestedComments = Traits(rawValue: 1)
    /// Names that begin with a capital letter are types.
    static let capitalTypes = Traits(rawValue: 2)
    static let atMeta = Traits(rawValue: 4)
    /// `#word` anywhere.
    static let hashMeta = Traits(rawValue: 8)
    /// `#"…"#`.
    static let hashedStrings = Traits(rawValue: 16)
    /// `'a` may be a lifetime instead of a character.
    static let lifetimes = Traits(rawValue: 32)
    static let calls = Traits(rawValue: 64)
    /// `r"…"`, `f"…"`.
    static let prefixedStrings = Traits(rawValue: 128)
    /// A string or a word before a colon is a key.
    static let stringKeys = Traits(rawValue: 256)
    static let wordKeys = Traits(rawValue: 512)
    static let ignoresCase = Traits(rawValue: 1_024)
    static let dollarMeta = Traits(rawValue: 2_048)
    /// A comment begins only after a blank or at the start of a line.
    static let apartComments = Traits(rawValue: 4_096)
    static let tags = Traits(rawValue: 8_192)
    static let changes = Traits(rawValue: 16_384)
  }

  /// The names in code fences.
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

  /// The language of a fence; nil if its code is not coloured.
  ///
  /// - Parameter name: the name in the fence; case is ignored.
  public static func named(_ name: String) -> CodeLanguage? { byName[name.lowercased()] }

  private static let byName: [String: CodeLanguage] = {
    var byName: [String: CodeLanguage] = [:]
    for language in all { for name in language.names { byName[name] = language } }
    return byName
  }()
}

extension CodeLanguage {
  private static let double = Quote(mark: "\"")
  private static let single = Quote(mark: "'")
  private static let back = Quote(mark: "`", isMultiline: true)
  private static let slashes = (open: "/*" as StaticString, close: "*/" as StaticString)

  /// All languages that can be coloured.
  public static let all: [CodeLanguage] = [
    CodeLanguage(
      "swift", line: "//", block: slashes, quotes: [Quote(mark: "\"\"\"", isMultiline: true), double],
      [.nestedComments, .capitalTypes, .atMeta, .hashMeta, .hashedStrings, .calls],
      keywords: """
        actor any as associatedtype async await borrowing break case catch class consuming continue default defer deinit \
        didSet do else enum extension fallthrough false fileprivate final for func get guard if import in indirect init \
        inout internal is isolated lazy let mutating nil nonisolated open operator override package precedencegroup \
        private protocol public repeat rethrows return self Self sending set some static struct subscript super switch \
        throw throws true try typealias unowned var weak where while willSet
        """),
    CodeLanguage(
      "c h", line: "//", block: slashes, quotes: [double, single], [.hashMeta, .calls], keywords: cWords),
    CodeLanguage(
      "cpp c++ cc cxx hpp", line: "//", block: slashes, quotes: [double, single],
      [.hashMeta, .calls, .capitalTypes],
      keywords: cWords + """
         alignas alignof and catch class co_await co_return co_yield concept const_cast consteval constexpr constinit \
        decltype delete dynamic_cast explicit export false final friend mutable namespace new noexcept not nullptr \
        operator or override private protected public reinterpret_cast requires static_assert static_cast template this \
        thread_local throw true try typeid typename using virtual
        """),
    CodeLanguage(
      "rust rs", line: "//", block: slashes, quotes: [Quote(mark: "\"", isMultiline: true), single],
      [.nestedComments, .capitalTypes, .hashMeta, .hashedStrings, .lifetimes, .calls, .prefixedStrings],
      keywords: """
        as async await bool break char const continue crate dyn else enum extern f32 f64 false fn for i128 i16 i32 i64 \
        i8 if impl in isize let loop match mod move mut pub ref return self Self static str struct super trait true type \
        u128 u16 u32 u64 u8 union unsafe use usize where while
        """),
    CodeLanguage(
      "go golang", line: "//", block: slashes,
      quotes: [double, single, Quote(mark: "`", isMultiline: true, hasEscapes: false)],
      [.capitalTypes, .calls],
      keywords: """
        any bool break byte case chan const continue default defer else error fallthrough false float32 float64 for func \
        go goto if import int int16 int32 int64 int8 interface iota map nil package range return rune select string \
        struct switch true type uint uint16 uint32 uint64 uint8 uintptr var
        """),
    CodeLanguage(
      "python py python3", line: "#",
      quotes: [
        Quote(mark: "\"\"\"", isMultiline: true), Quote(mark: "'''", isMultiline: true), double, single,
      ],
      [.capitalTypes, .atMeta, .calls, .prefixedStrings],
      keywords: """
        and as assert async await break case class continue def del elif else except False finally for from global if \
        import in is lambda match None nonlocal not or pass raise return self True try while with yield
        """),
    CodeLanguage(
      "javascript js jsx mjs", line: "//", block: slashes, quotes: [double, single, back],
      [.capitalTypes, .atMeta, .calls], keywords: scriptWords),
    CodeLanguage(
      "typescript ts tsx", line: "//", block: slashes, quotes: [double, single, back],
      [.capitalTypes, .atMeta, .calls],
      keywords: scriptWords + """
         abstract any as bigint boolean declare enum implements infer interface is keyof module namespace never number \
        object override private protected public readonly satisfies string symbol type unique unknown
        """),
    CodeLanguage(
      "json json5 jsonc", line: "//", block: slashes, quotes: [double], [.stringKeys],
      keywords: "true false null"),
    CodeLanguage(
      "yaml yml", line: "#", quotes: [double, Quote(mark: "'", hasEscapes: false)],
      [.wordKeys, .apartComments], keywords: "true false null yes no on off"),
    CodeLanguage(
      "sh bash zsh shell console", line: "#",
      quotes: [
        Quote(mark: "\"", isMultiline: true), Quote(mark: "'", isMultiline: true, hasEscapes: false),
      ],
      [.dollarMeta, .apartComments],
      keywords: """
        alias break case cd continue do done echo elif else esac eval exec exit export fi for function if in local read \
        readonly return set shift source test then trap unset until while
        """),
    CodeLanguage(
      "sql", line: "--", block: slashes, quotes: [Quote(mark: "'", hasEscapes: false), double],
      [.ignoresCase, .calls],
      keywords: """
        add all alter and as asc begin between bigint blob boolean by cascade case check column commit constraint create \
        cross database default delete desc distinct drop else end except exists false float foreign from full group \
        having if in index inner insert int integer into is join key left like limit not null numeric offset on or order \
        outer primary real references replace returning right rollback select set table text then timestamp transaction \
        trigger true union unique update using values varchar view when where with
        """),
    CodeLanguage(
      "html xml svg xhtml", block: (open: "<!--", close: "-->"), quotes: [double, single], [.tags]),
    CodeLanguage("diff patch", [.changes]),
  ]

  private static let cWords = """
    auto bool break case char const continue default do double else enum extern float for goto if inline int long \
    register restrict return short signed size_t sizeof static struct switch typedef union unsigned void volatile while
    """

  private static let scriptWords = """
    async await break case catch class const continue debugger default delete do else export extends false finally for \
    from function get if import in instanceof let new null of return set static super switch this throw true try typeof \
    undefined var void while with yield
    """
}
