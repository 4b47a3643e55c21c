import ChatScreens
import Foundation
import Testing

@testable import inkwell

@Suite("Generated documents")
struct WrittenDocumentTests {
  @Test("Each matches the tables; `make docs` writes it", arguments: WrittenDocument.all)
  func isCurrent(document: WrittenDocument) throws {
    let text = document.text()
    if document.recorded == text { return }
    guard ProcessInfo.processInfo.environment["RECORD_DOCUMENTS"] != nil else {
      Issue.record("\(document.path) is not what the tables say; run `make docs` and look at `git diff`")
      return
    }
    try document.record()
    #expect(document.recorded == text)
  }

  @Test("The manual and the completions name every option", arguments: WrittenDocument.ofCommandLine)
  func namesAllOptions(document: WrittenDocument) {
    let text = document.text().replacing("\\-", with: "-")
    for option in Option.all {
      #expect(text.contains(option.long), "\(document.path) says nothing of --\(option.long)")
    }
  }

  @Test(
    "The configuration page names every setting and style",
    arguments: WrittenDocument.ofConfiguration)
  func namesAllSettings(document: WrittenDocument) {
    let text = document.text().replacing("\\-", with: "-")
    for setting in Setting.all {
      // The sample writes a setting inside its object.
      let isNamed = text.contains(setting.key) || setting.path.allSatisfy { text.contains("\($0): ") }
      #expect(isNamed, "\(document.path) says nothing of \(setting.key)")
    }
    guard document.path != "docs/config.sample.json5" else { return }
    for role in Theme.roles {
      #expect(text.contains(role.name), "\(document.path) says nothing of \(role.name)")
    }
  }

  @Test("The manual has every key and slash command of the help")
  func namesAllKeys() {
    let manual = ManualPage.inkwell
    for (usage, meaning) in ManualPage.keys + ManualPage.commands {
      #expect(manual.contains(Troff.escaped(usage)), "\(usage)")
      #expect(manual.contains(Troff.escaped(meaning)), "\(meaning)")
    }
    #expect(ManualPage.keys.count > 100)
    #expect(ManualPage.commands.count > 30)
  }
}

/// A file under `docs` that is generated from the program's own tables. `make docs` writes it.
struct WrittenDocument: Sendable, CustomStringConvertible {
  /// Relative to the top of the repository.
  let path: String
  let text: @Sendable () -> String

  static let all = ofCommandLine + ofConfiguration + [WrittenDocument(path: "docs/keys.md") { KeysPage.text }]

  static let ofCommandLine = [
    WrittenDocument(path: "docs/man/inkwell.1") { ManualPage.inkwell },
    WrittenDocument(path: "docs/completions/inkwell.bash") { BashCompletion.text },
    WrittenDocument(path: "docs/completions/_inkwell") { ZshCompletion.text },
    WrittenDocument(path: "docs/completions/inkwell.fish") { FishCompletion.text },
  ]

  static let ofConfiguration = [
    WrittenDocument(path: "docs/man/inkwell-config.5") { ConfigurationPage.manual },
    WrittenDocument(path: "docs/config.sample.json5") { ConfigurationText.sample },
    WrittenDocument(path: "docs/configuration.md") { ConfigurationTables.filled("docs/configuration.md") },
  ]

  var description: String { path }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private var file: URL { Self.root.appending(path: path) }

  /// The current file; nil when there is none.
  var recorded: String? { try? String(contentsOf: file, encoding: .utf8) }

  func record() throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text().write(to: file, atomically: true, encoding: .utf8)
  }
}
