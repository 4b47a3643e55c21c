import TestSupport
import Testing

@testable import FormattedText

@Suite("Syntax colouring")
struct CodeColouringTests {
  /// The coloured pieces of some code, each as `kind:text`.
  static func colours(_ code: String, _ name: String) -> String? {
    guard let language = CodeLanguage.named(name) else { return nil }
    let bytes = Array(code.utf8)
    var state = CodeState()
    var found: [String] = []
    var start = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let range = start..<start + line.count
      start = range.upperBound + 1
      var last = range.lowerBound
      for piece in CodeColouring.pieces(ofLine: range, in: bytes, language, state: &state) {
        #expect(piece.range.lowerBound >= last && piece.range.upperBound <= range.upperBound)
        last = piece.range.upperBound
        found.append("\(piece.kind):\(String(decoding: bytes[piece.range], as: UTF8.self))")
      }
    }
    return found.joined(separator: " ")
  }

  static let samples: [(String, String, String)] = [
    ("swift", "let a = foo(0x1F) // b", "keyword:let function:foo number:0x1F comment:// b"),
    (
      "Swift", "@main struct A {} /* a /* b */\nc */ x",
      "meta:@main keyword:struct type:A comment:/* a /* b */ comment:c */"
    ),
    (
      "swift", "\"a\\n\\(b)\" #\"c\\\"# #if",
      ##"string:"a escape:\n escape:\( string:b)" string:#"c\"# meta:#if"##
    ),
    ("swift", "\"\"\"\na \"b\"\n\"\"\" 1", #"string:""" string:a "b" string:""" number:1"#),
    (
      "c", "#include <a.h>\nint main(void) { return 'a'; }",
      "meta:#include keyword:int function:main keyword:void keyword:return string:'a'"
    ),
    ("c++", "std::vector<Foo> a; template", "type:Foo keyword:template"),
    (
      "rust", "fn a<'b>(c: &'b str) { println!(\"x\ny\") } 'c' r#\"d\"#",
      "keyword:fn meta:'b meta:'b keyword:str function:println string:\"x string:y\" string:'c' string:r#\"d\"#"
    ),
    (
      "go", "func a() string { return `b\nc` }",
      "keyword:func function:a keyword:string keyword:return string:`b string:c`"
    ),
    (
      "python", "@a\ndef b(c): # d\n  return f\"e\" + '''f\ng'''",
      "meta:@a keyword:def function:b comment:# d keyword:return string:f\"e\" string:'''f string:g'''"
    ),
    (
      "js", "const a = `b ${c}\nd`; new Foo(1.5e-3)",
      "keyword:const string:`b ${c} string:d` keyword:new function:Foo number:1.5e-3"
    ),
    ("ts", "interface A { b: string }", "keyword:interface type:A keyword:string"),
    ("json", "{\"a\": \"b\", \"c\" : [1, true]}", "meta:\"a\" string:\"b\" meta:\"c\" number:1 keyword:true"),
    ("yaml", "- a b: \"c\" # d\n  e: no\nf#g", "meta:a b string:\"c\" comment:# d meta:e keyword:no"),
    (
      "sh", "if [ \"$a\" ]; then echo ${b} $c; fi # d\na#b",
      "keyword:if string:\"$a\" keyword:then keyword:echo meta:${b} meta:$c keyword:fi comment:# d"
    ),
    (
      "sql", "SELECT a FROM b WHERE c = 'it''s' -- d",
      "keyword:SELECT keyword:FROM keyword:WHERE string:'it' string:'s' comment:-- d"
    ),
    (
      "html", "<a href=\"b\"\nc>d &amp; e</a><!-- f\ng -->",
      "keyword:<a meta:href string:\"b\" meta:c keyword:> escape:&amp; keyword:</a keyword:> comment:<!-- f comment:g -->"
    ),
    ("diff", "diff a b\n@@ -1 +1 @@\n-a\n+b\n c", "meta:diff a b hunk:@@ -1 +1 @@ removed:-a added:+b"),
  ]

  @Test("Code has the colours of its language", arguments: samples)
  func colours(_ sample: (name: String, code: String, colours: String)) {
    #expect(Self.colours(sample.code, sample.name) == sample.colours)
  }

  @Test("An unknown language has no colours")
  func unknown() {
    #expect(CodeLanguage.named("brainfuck") == nil)
    #expect(CodeLanguage.named("") == nil)
  }

  @Test("Each name belongs to one language")
  func names() {
    let names = CodeLanguage.all.flatMap(\.names)
    #expect(Set(names).count == names.count)
  }

  @Test(
    "Hostile code is read in linear time",
    arguments: CodeLanguage.all.map { $0.names[0] })
  func hostile(name: String) throws {
    let language = try #require(CodeLanguage.named(name))
    for piece in [
      "/*", "\"", "'", "`", "a(", "#\"", "r#", "<a ", "&", "\\", "${", "\"\"\"", "<!--", "- ", "'a", "1e",
    ] {
      let bytes = Array(String(repeating: piece, count: 20_000 / piece.utf8.count).utf8)
      var state = CodeState()
      var colouring = CodeColouring(bytes.indices, in: bytes, language)
      colouring.run(&state)
      #expect(colouring.steps <= 2 * bytes.count)
    }
  }

  @Test("Random code is coloured in consecutive pieces")
  func random() {
    var random = SeededGenerator(seed: 5)
    let pieces = [
      "\"", "'", "/*", "*/", "\\", "#", "a", "B(", "1.", "\n", " ", "<a", ">", "é", "`", "@", "$", "{", ":",
    ]
    for _ in 0..<2_000 {
      let code = (0..<20).map { _ in random.one(of: pieces) }.joined()
      for language in CodeLanguage.all { _ = Self.colours(code, language.names[0]) }
    }
  }
}
