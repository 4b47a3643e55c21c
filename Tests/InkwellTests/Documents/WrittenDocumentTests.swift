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
      // In the sample a setting stands in the object that it is in.
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
