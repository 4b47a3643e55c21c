import ChatControllers
import ChatDomain
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages refused after the composer moved on", .serialized)
struct ReturnedTests {
  private func text(_ mia: Scenario) -> String { mia.app.focused?.composer.draft.text ?? "" }

  private func files(_ mia: Scenario) -> [String] {
    mia.app.focused?.composer.draft.files.map(\.name) ?? []
  }

  @Test("Both slashes return, in front of text typed since", arguments: ["", "more"])
  func slashes(typed: String) async throws {
    let mia = try await Scenario().start()
    let composer = try #require(mia.app.focused?.composer)
    await mia.type("//quit now")
    composer.draft.files.append(InputFile(path: TestFileReader.lateFailure))
    mia.terminal.send(
      [.key(KeyEvent(.enter))] + typed.map { .key(KeyEvent(.character($0))) })
    await mia.settle()
    #expect(text(mia) == "//quit now" + (typed.isEmpty ? "" : "\n\(typed)"), "\(mia.picture)")
    composer.draft.files = []
    await mia.keys("Enter")
    await mia.wait(.seconds(1))
    #expect(mia.isRunning)
    #expect(try await mia.said().map(\.text) == ["/quit now" + (typed.isEmpty ? "" : "\n\(typed)")])
    await mia.end()
  }

  @Test("A refused message stays in the timeline, and undo keeps the next message's files")
  func otherFile() async throws {
    let mia = try await Scenario().start()
    await mia.refuse([.send])
    await mia.type("see ")
    await mia.paste("/srv/film.mp4")
    await mia.keys("Tab")
    #expect(text(mia) == "see " && files(mia) == ["film.mp4"], "\(mia.picture)")
    await mia.keys("Enter")
    await mia.wait(.seconds(1))
    mia.sees("! failed")
    #expect(text(mia) == "" && files(mia).isEmpty)
    await mia.type("see /srv/film.mp4")
    await mia.keys("C-a M-f C-f C-k")
    #expect(text(mia) == "see ")
    mia.app.focused?.composer.draft.files = [InputFile(path: "/srv/film.mp4")]
    await mia.keys("C-_")
    #expect(text(mia) == "see /srv/film.mp4" && files(mia) == ["film.mp4"], "\(mia.picture)")
    await mia.end()
  }
}
