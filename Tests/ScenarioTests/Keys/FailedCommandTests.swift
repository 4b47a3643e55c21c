import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("A failed command, and the text typed after it", .serialized)
struct FailedCommandTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("a question", by: "ana")
    return await mia.start()
  }

  private func letAnswersCome(to mia: Scenario) async {
    for _ in 1...10 { await mia.wait(.seconds(6)) }
  }

  @Test(
    "A failed command stays whole in the composer, as an unknown one does, and is in no history",
    arguments: [
      "/dm nobodyhere a long message", "/dm @z hello", "/create foo -- bob", "/attach /nonexistent",
      "/join nowhere", "/go nowhere", "/invite nobodyhere", "/react nonsense", "/theme pink",
      "/notify loudly", "/forget nowhere", "/nonsense words", " /theme pink",
    ])
  func stays(_ line: String) async throws {
    let mia = try await started()
    await mia.type(line, keys: "Esc Enter", .line("\(line)|"))
    #expect(mia.draft()?.text == line)
    #expect(mia.header.hasPrefix("#general") && mia.app.panel == nil, "\(mia.picture)")
    await mia.keys("C-a C-k C-x h")
    let kept = try await mia.kept().filter { $0.reason != .command }.map(\.elements.text)
    #expect(kept.count <= 1, "what was deleted just now: \(kept)")
    #expect(try await mia.said().count == 1)
  }

  @Test(
    "A command about the open channel does nothing with a name behind it",
    arguments: ["/leave offtopic", "/close offtopic", "/mute offtopic"])
  func named(_ line: String) async throws {
    let mia = try await started()
    await mia.type(line, keys: "Esc Enter", .notice("takes no words after it"), .line("\(line)|"))
    #expect(mia.app.panel == nil)
  }

  @Test("Mentions in a failed command stay mentions")
  func mentions() async throws {
    let mia = try await started()
    await mia.type("/create foo -- bob @an", keys: "Tab Enter")
    let elements = mia.app.channel?.composer.draft.elements ?? []
    #expect(elements.contains { if case .link = $0 { true } else { false } }, "\(mia.picture)")
  }

  @Test("A command that fails late returns to an empty composer, otherwise to the history")
  func late() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/dm nobodyhere a long message", .line("|write to #general"))
    await letAnswersCome(to: mia)
    #expect(mia.line == "/dm nobodyhere a long message|", "\(mia.picture)")
    await mia.keys("Enter", type: "other words")
    await letAnswersCome(to: mia)
    #expect(mia.line == "other words|", "\(mia.picture)")
    #expect(mia.foot.contains("C-x h restores the command"), "\(mia.picture)")
    #expect(try await mia.history().first == "/dm nobodyhere a long message")
  }

  @Test("A confirmed command also returns when the service refuses it")
  func refused() async throws {
    let mia = try await started()
    await mia.refuse([.updateChannel])
    await mia.enter("/topic All of us")
    await mia.confirm()
    #expect(mia.foot.contains("You are not allowed to do that"), "\(mia.picture)")
    #expect(mia.line == "/topic All of us|", "\(mia.picture)")
  }

  @Test("Text typed while a person is looked up is not sent to the previous place")
  func nextWords() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/dm @zoe")
    await mia.enter(
      "for zoe alone", .line("for zoe alone|"), .notice("Not sent: your last command is still running"))
    await letAnswersCome(to: mia)
    #expect(try await mia.said().count == 1)
    await mia.noFaults()
    await mia.keys(
      "! Enter", .notice("Not sent: the command opened no other channel; Enter sends it here"))
    #expect(try await mia.said().count == 1)
    await mia.keys("Enter")
    #expect(try await mia.said().last?.text == "for zoe alone!", "the place was told")
  }

  @Test("Text typed while a command returns is not appended to it")
  func typedIntoReturned() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/create Foo -- nobodyhere")
    for _ in 1...100 where mia.draft()?.text != "/create Foo -- nobodyhere" { await mia.wait(.seconds(1)) }
    await mia.noFaults()
    await mia.enter("hello", .notice("Not run: the failed command is back before your text; Enter runs it"))
    #expect(mia.line == "/create Foo -- nobodyherehello|")
  }

  @Test("A returned command that is changed seconds later runs at once")
  func changedReturned() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/create Foo -- nobodyhere")
    for _ in 1...100 where mia.draft()?.text != "/create Foo -- nobodyhere" { await mia.wait(.seconds(1)) }
    await mia.noFaults()
    await mia.wait(.seconds(4))
    await mia.enter("either")
    #expect(!mia.foot.contains("Not run"), "\(mia.picture)")
  }

  @Test("Two slashes after blanks are sent as one, as at the start of a line")
  func blanksBeforeTwoSlashes() async throws {
    let mia = try await started()
    await mia.enter(" //usr is full")
    #expect(try await mia.said().last?.text == " /usr is full")
  }

  @Test("A line with blanks before a slash is not sent")
  func blanks() async throws {
    let mia = try await started()
    await mia.enter(" /thread", .header("Thread · #general"))
    await mia.keys("C-x 0")
    await mia.enter("  /nonsense", .notice("There is no /nonsense"))
    #expect(try await mia.said().count == 1)
  }

  @Test(
    "Commands that name people also suggest people outside common channels",
    arguments: ["/dm zo", "/dm @zo", "/invite ana zo", "/ignore zo", "/create foo @zo", "/create foo -- zo"])
  func people(_ line: String) async throws {
    let mia = try await started()
    await mia.service.add(User(id: "zoe", name: "Zoe Quinn"))
    await mia.type(line, .shows("Zoe Quinn"), .shows("@zoe"))
    await mia.keys("Tab")
    #expect(mia.draft()?.text.hasSuffix("Zoe Quinn ") == true, "\(mia.picture)")
  }

  @Test("The suggested person gets the message; there are no suggestions in the text after the name")
  func suggested() async throws {
    let mia = try await started()
    await mia.service.add(User(id: "zoe", name: "Zoe Quinn"))
    await mia.type("/dm zo", keys: "Tab")
    await mia.type("al", .hides("@alex"))
    await mia.keys("Enter", .header("@ Zoe Quinn"), .line("al|"))
  }
}
