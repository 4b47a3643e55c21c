import Testing

/// Each rule must find what it forbids and ignore what only looks similar.
@Suite("Source rules")
struct SourceRuleTests {
  struct Sample: CustomTestStringConvertible {
    let rule: SourceRule
    let text: String
    var testDescription: String { text }

    init(_ rule: SourceRule, _ text: String) {
      self.rule = rule
      self.text = text
    }
  }

  static let forbidden = [
    Sample(.forceTry, "let a = try! b()"),
    Sample(.forceTry, #""\(try! b())""#),
    Sample(.silentTry, "let a = try? b()"),
    Sample(.silentTry, "// far away\n\n_ = try? b()"),
    Sample(.silentTry, "try? b(\"// no comment\")"),
    Sample(.uncheckedSendable, "final class A: @unchecked Sendable {}"),
    Sample(.uncheckedSendable, "extension A: B, @unchecked\n  Sendable {}"),
    Sample(.unsafeNonisolated, "nonisolated(unsafe) var a = 1"),
    Sample(.unsafeNonisolated, "static nonisolated ( unsafe ) let a = 1"),
    Sample(.unfinished, "// TODO: later"),
    Sample(.unfinished, "/* this\n FIXME soon */"),
    Sample(.notImplemented, "func a() { fatalError(\"not implemented\") }"),
    Sample(.notImplemented, "fatalError( \"Not implemented yet\")"),
    Sample(.notImplemented, "fatalError(\n  #\"not implemented\"#)"),
    Sample(.taskSleep, "try await Task.sleep(for: .seconds(1))"),
    Sample(.taskSleep, "try await Task<Never, Never>.sleep(nanoseconds: 1)"),
    Sample(.taskSleep, "try await ContinuousClock().sleep(for: .seconds(1))"),
  ]

  static let allowed = [
    Sample(.forceTry, "// no try! here\nlet a = \"try!\""),
    Sample(.forceTry, "let a = try b()\nlet retry = !c"),
    Sample(.silentTry, "// Nobody waits for the answer.\n_ = try? b()"),
    Sample(.silentTry, "let a = try? b()  // a missing file is an empty one"),
    Sample(.silentTry, "/// `try?` is bare here\nlet a = \"try?\"\n"),
    Sample(.uncheckedSendable, "/// Not `@unchecked Sendable`.\nfinal class A: Sendable {}"),
    Sample(.unsafeNonisolated, "nonisolated let a = \"nonisolated(unsafe)\""),
    Sample(.unfinished, "let a = \"TODO\"  // the to-do list"),
    Sample(.unfinished, "let TODO = 1"),
    Sample(.notImplemented, "fatalError(\"the file is not implemented by us\")"),
    Sample(.notImplemented, "// fatalError(\"not implemented\")\nfatalError(reason, \"not implemented\")"),
    Sample(.taskSleep, "// Not Task.sleep.\ntry await clock.sleep(for: .seconds(1))"),
  ]

  @Test("A rule finds what it forbids", arguments: forbidden)
  func finds(sample: Sample) {
    #expect(sample.rule.violations(in: SourceText(sample.text), path: "A.swift").count == 1)
  }

  @Test("A rule ignores what only resembles it", arguments: allowed)
  func leavesAlone(sample: Sample) {
    #expect(sample.rule.violations(in: SourceText(sample.text), path: "A.swift") == [])
  }

  @Test("An exempted file is ignored")
  func exception() {
    let text = SourceText("try await Task.sleep(for: .seconds(1))")
    #expect(
      SourceRule.taskSleep.violations(in: text, path: "Sources/Client/ChatPlatform/RunningClock.swift") == [])
  }

  @Test("Every rule has a sample that breaks it")
  func complete() {
    #expect(Set(Self.forbidden.map(\.rule.name)) == Set(SourceRule.all.map(\.name)))
  }

  @Test("A violation names its place")
  func place() {
    let found = SourceRule.forceTry.violations(in: SourceText("\n\ntry! a()"), path: "Sources/A/B.swift")
    #expect(found.count == 1 && found[0].hasPrefix("Sources/A/B.swift:3: no `try!`"))
  }

  @Test("A file past 400 lines is too long")
  func lengths() {
    let full = SourceText(String(repeating: "\n", count: 400))
    #expect(FileShape.tooLong(full, path: "A.swift") == nil)
    #expect(FileShape.tooLong(SourceText(String(repeating: "\n", count: 401)), path: "A.swift") != nil)
  }

  @Test(
    "A file has no catch-all name",
    arguments: [
      ("Sources/A/DraftManager.swift", true), ("Sources/A/Types.swift", true), ("Utils.swift", true),
      ("Sources/A/DraftDocument.swift", false), ("Sources/Common/Grid.swift", false),
    ])
  func drawers(sample: (path: String, isDrawer: Bool)) {
    #expect(FileShape.isDrawer(path: sample.path) == sample.isDrawer)
  }

  @Test("Only dotfiles, ignored files and known names are at the top level")
  func topLevel() {
    let ignored = "/.build/\n*.profraw\n# notes\n/out/\n"
    let names = ["Sources", "Makefile", ".ci", "default.profraw", "out", "notes", "Scripts", "a.swift"]
    #expect(Repository.strangers(among: names, ignored: ignored) == ["Scripts", "a.swift", "notes"])
  }
}
