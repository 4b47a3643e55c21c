import Testing

@Suite("The table of notices")
struct NoticeTableTests {
  private static let screens = ["Sources/Screens/Composer", "Sources/Screens/ChatUI"]
  /// The tests that press keys and look at the screen.
  private static let lookers = ["Tests/ScenarioTests", "Tests/EndToEndTests", "Tests/MatrixLiveTests"]

  private func isTable(_ file: Repository.File) -> Bool { file.path.contains("/Notices/") }

  private func files(under folders: [String]) throws -> [Repository.File] {
    try folders.flatMap { try Repository.here.swiftFiles(under: $0) }
  }

  private func table() throws -> NoticeTable {
    let tables = try files(under: Self.screens).filter(isTable)
    return NoticeTable(in: tables.map { "\n" + $0.text.only(.code, .string) }.joined())
  }

  /// What tests expect: their code without titles. The rows of a notice that wraps are joined.
  private func expectations(in folders: [String]) throws -> String {
    try files(under: folders).map { file in
      file.text.only(.code, .string).replacing(#/@(?:Test|Suite)\(\s*"[^"\n]*"/#, with: "")
        .replacing(#/",\s*"/#, with: " ")
    }.joined(separator: "\n")
  }

  @Test("A notice of the screens is an entry of the table")
  func placed() throws {
    let others = try files(under: Self.screens).filter { !isTable($0) }
    let strays = others.filter { $0.text.only(.code, .string).contains(#/\bNotice\(\s*"/#) }
    #expect(strays.map(\.path) == [])
  }

  @Test("Every notice is used, and a test that looks at the screen sees its words")
  func shown() throws {
    let table = try table()
    #expect(table.entries.count > 150)
    let code = try files(under: Self.screens).filter { !isTable($0) }.map { $0.text.only(.code) }
    let unused = table.unused(in: code.joined(separator: "\n"))
    let unshown = table.unshown(in: try expectations(in: Self.lookers))
    #expect(unused == [])
    // No keys lead to the one about a refused change; ComposerPasteTests shows it.
    #expect(unshown.map { $0.prefix { $0 != ":" } } == ["notChanged"])
  }

  @Test("Every slash command is typed in a scenario, by each of its names")
  func commands() throws {
    let file = try #require(
      try files(under: ["Sources/Screens/Composer/Keys"]).first { $0.path.hasSuffix("/SlashCommand.swift") })
    let code = file.text.only(.code, .string)
    let names = code.matches(of: #/\n  case (.*)/#).flatMap { $0.output.1.matches(of: #/\w+/#) }.map {
      String($0.output)
    }
    let aliases = code.matches(of: #/"(\w+)": \./#).map { String($0.output.1) }
    #expect(names.count > 40 && aliases.count > 5)
    let scenarios = try expectations(in: ["Tests/ScenarioTests"])
    let typed = Set(scenarios.matches(of: #/\/(\w+)/#).map { String($0.output.1) })
    #expect((names + aliases).filter { !typed.contains($0) } == [])
  }

  @Test("Entries, their sentences, and what uses and shows them are read from code")
  func reading() {
    let table = NoticeTable(
      in: #"""
        nonisolated extension Notice {
          static let saved = Notice("Saved", .good)
          package static func left(_ place: String, in room: Int) -> Notice {
            Notice("You left \(place); /\(SlashCommand.join.name) joins\(room > 1 ? " the others" : "") again")
          }
          static func kept(_ names: [String]) -> Notice { Notice("Kept beside \(names.list("and"))") }
          static func reason(_ reason: String) -> Notice { Notice("\(reason).", .error) }
        }
        """#)
    #expect(
      table.entries == [
        .init(name: "saved", sentences: ["Saved"]),
        .init(name: "left", sentences: ["the others", "/join joins"]),
        .init(name: "kept", sentences: ["Kept beside"]),
        .init(name: "reason", sentences: []),
      ])
    #expect(table.unused(in: "say(.saved); say(Notice.reason(x))") == ["left", "kept"])
    #expect(
      table.unshown(in: #"#expect(a == "Saved") "the others""#)
        == ["left: /join joins", "kept: Kept beside"])
  }
}
