import Testing

/// `~` stands for a blanked-out byte, which shows that offsets are preserved.
private func code(_ text: String) -> String {
  SourceText(text).only(.code).replacing(" ", with: "~")
}

@Suite("Source text")
struct SourceTextTests {
  @Test(
    "Comments and string literals are not code, interpolations are",
    arguments: [
      ("a // b", "a~~~~~"),
      ("a /* b */ c", "a~~~~~~~~~c"),
      ("a /* /* b */ */ c", "a~~~~~~~~~~~~~~~c"),
      ("a /* b\n c */ d", "a~~~~~\n~~~~~~d"),
      (#"a "b" c"#, "a~~~~~c"),
      (#"a "\"b" c"#, "a~~~~~~~c"),
      (#"a "\\" c"#, "a~~~~~~c"),
      (#"a "// b" c"#, "a~~~~~~~~c"),
      (#"a "\(b)" c"#, "a~~~~b)~~c"),
      (#"a "\(b("c")(d))" e"#, "a~~~~b(~~~)(d))~~e"),
      ("a #\"b\" \\(c) \\#(d)\"# e", "a~~~~~~~~~~~~~~d)~~~e"),
      ("a \"\"\"\n \"b\" \\(c)\n \"\"\" d", "a~~~~\n~~~~~~~c)\n~~~~~d"),
      ("a \"unfinished\nb", "a~~~~~~~~~~~~\nb"),
      ("#if b\nc", "#if~b\nc"),
      ("é \"é\" é", "é~~~~~~é"),
    ])
  func kinds(sample: (text: String, code: String)) {
    #expect(code(sample.text) == sample.code)
  }

  @Test("Comments are recognised")
  func comments() {
    let text = SourceText("a // b\nlet c = \"// d\"\n/* e\n f */\n")
    #expect(text.only(.comment) == "  // b\n              \n/* e\n f */\n")
    #expect(text.commentedLines == [1, 3, 4])
  }

  @Test(
    "Lines are counted as in an editor",
    arguments: [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("a\r\nb\r\n", 2), ("\n\n", 2)])
  func lines(sample: (text: String, count: Int)) {
    #expect(SourceText(sample.text).lineCount == sample.count)
  }

  @Test(
    "Imports are found in every form",
    arguments: [
      ("import A", ["A"]),
      ("  import A.B.C", ["A"]),
      ("@testable import A", ["A"]),
      ("@_exported public import A", ["A"]),
      ("@preconcurrency\nimport A", ["A"]),
      ("@_spi(Some) import A", ["A"]),
      ("public import A\ninternal import struct B.C\nprivate import func D.e", ["A", "B", "D"]),
      ("fileprivate import class A.B\npackage import enum C.D", ["A", "C"]),
      ("import A; import B", ["A", "B"]),
      ("let a = 1; import B", ["B"]),
      ("#if canImport(A)\nimport A\n#else\nimport B\n#endif", ["A", "B"]),
      ("import A\r\nimport B\r\n", ["A", "B"]),
      ("import\n  A", ["A"]),
      ("/* why */ import A // import B", ["A"]),
      ("import `A`", ["A"]),
    ])
  func imports(sample: (text: String, modules: [String])) {
    #expect(SourceText(sample.text).imports.map(\.module) == sample.modules)
  }

  @Test(
    "Text that resembles an import is not one",
    arguments: [
      "// import A", "/*\nimport A\n*/", "let a = \"\"\"\nimport A\n\"\"\"", "let a = \"x; import A\"",
      "important A", "f(import: a)", "let `import` = a", "a.import b", "#if canImport(A)\n#endif",
    ])
  func noImports(text: String) {
    #expect(SourceText(text).imports.isEmpty)
  }

  @Test("An import knows its line")
  func importLine() {
    #expect(SourceText("// é\n\nimport A").imports == [SourceText.Import(module: "A", line: 3)])
  }
}
