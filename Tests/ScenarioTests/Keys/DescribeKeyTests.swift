import ChatControllers
import ChatDomain
import Composer
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("C-x ? says what the next key does", .serialized)
struct DescribeKeyTests {
  private func mia(_ style: KeyStyle = .emacs) async throws -> Scenario {
    var settings = Settings()
    settings.keyStyle = style
    let mia = try await Scenario(columns: 100, settings: settings)
    try await mia.say("a question", by: "ana")
    return await mia.start()
  }

  @Test("The key is described and not performed, and the one after it works again")
  func describes() async throws {
    let mia = try await mia()
    await mia.keys("C-x ?", .notice("Press a key to read what it does"))
    await mia.keys("Enter", .notice("Enter: send"))
    await mia.type("words", .hides("Enter: send"))
    await mia.keys("C-x ? C-x", .status(" C-x- "))
    await mia.keys("d", .notice("C-x d: show all drafts"))
    #expect(mia.app.panel == nil)
    await mia.keys("C-x ? C-c", .notice("C-c: close what is open, then put the draft aside"), .line("words|"))
    await mia.keys("C-x ? C-x C-c", .notice("C-x C-c: quit; drafts are kept"))
    #expect(mia.isRunning && mia.draft()?.text == "words")
    await mia.keys("C-x d", .shows("┌ Drafts"))
  }

  @Test("Letters and unbound keys are described too")
  func others() async throws {
    let mia = try await mia()
    await mia.keys("C-x ? a", .notice("“a”: insert this character"), .line("|write to #general"))
    await mia.keys("C-x ? F9", .notice("F9 is not bound"))
    await mia.keys("C-x ? C-x z", .notice("C-x z is not bound"))
    await mia.keys("C-x ? C-x ?", .notice("C-x ?: say what the next key does"))
    await mia.type("b", .line("b|"))
  }

  @Test("It describes the key of the place that has the focus")
  func places() async throws {
    let mia = try await mia()
    await mia.keys("M-s C-x ? d", .notice("“d”: delete it; asks first"))
    #expect(mia.app.focused?.selection != nil)
    await mia.keys("Escape C-x b C-x ? Enter", .notice("Enter: choose the row"))
    #expect(mia.app.panel != nil)
  }

  @Test("vi keys are described in their mode")
  func vi() async throws {
    let mia = try await mia(.vi)
    await mia.type("one", keys: "Escape C-x ? x", .notice("“x”: delete the character"))
    #expect(mia.draft()?.text == "one")
    await mia.keys("C-x ? g", .status(" g- "))
    await mia.keys("g", .notice("“g g”: first line, or the line with the number"))
  }
}
