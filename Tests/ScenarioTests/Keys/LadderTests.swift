import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: one step back", .serialized)
struct LadderKeyTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("a claim", by: "ana")
    await mia.start()
    return mia
  }

  @Test(
    "Each press goes back one step (popup, region, quote) and never clears text", arguments: ["Esc", "C-g"])
  func steps(_ key: String) async throws {
    let mia = try await started()
    await mia.keys("M-s r", type: "words @al", .shows("┌ people"))
    await mia.keys(key, .hides("┌ people"), .shows("> Ana García: a claim"))
    let plain = try mia.style(of: "words @al")
    await mia.keys("C-Space M-<")
    #expect(try mia.style(of: "words @al") != plain, "a region is seen")
    await mia.keys(key)
    #expect(try mia.style(of: "words @al") == plain && mia.shows("> Ana García: a claim"))
    await mia.keys("C-e " + key, .hides("> Ana García: a claim"))
    await mia.keys(key + " " + key, .line("words @al|", because: "the text is never cleared"))
    #expect(mia.draft()?.text == "words @al")
  }

  @Test(
    "Leaving an edit restores the draft and leaves the message as it was",
    arguments: ["Esc", "C-g", "C-c"])
  func edit(_ key: String) async throws {
    let mia = try await started()
    await mia.enter("said")
    await mia.type("the draft", keys: "M-s e")
    await mia.type(" otherwise", .line("said otherwise|"))
    await mia.keys(key, .line("the draft|"), .hides("✎ editing"), .status("Edit cancelled"))
    #expect(try await mia.said().last?.text == "said")
  }

  @Test("Leaving an edit with erased text does not mention a history that lacks it")
  func erasedEdit() async throws {
    let mia = try await started()
    await mia.enter("said")
    for keys in ["M-s e Escape", "M-s e C-u Escape"] {
      await mia.keys(keys, .notice("Edit cancelled"))
      #expect(!mia.foot.contains("C-x h"), "\(keys)")
    }
    await mia.keys("M-s e", type: " otherwise")
    await mia.keys("Escape", .notice("C-x h restores your text"))
    #expect(try await mia.history().contains("said otherwise"))
  }

  @Test("Sending an unchanged edit does not mark the message as edited")
  func unchangedEdit() async throws {
    let mia = try await started()
    await mia.enter("said")
    await mia.type(
      "the draft", keys: "M-s e Enter", .line("the draft|"),
      .notice("No changes: the message stays as it was"))
    #expect(try await mia.said().last?.editedAt == nil && !mia.shows("edited"))
    await mia.keys("M-s e", type: "!")
    await mia.keys("Backspace Enter")
    #expect(try await mia.said().last?.editedAt == nil)
  }

  @Test("A draft's quote is still there after an edit")
  func quoteUnderEdit() async throws {
    let mia = try await started()
    await mia.type("said", keys: "Enter M-s k r")
    await mia.type("reply", keys: "M-s e", .hides("> Ana García: a claim"))
    await mia.keys("Esc", .line("reply|"), .shows("> Ana García: a claim"))
  }

  @Test("C-c goes back the steps first, then puts the draft aside and says how to restore it")
  func interrupt() async throws {
    let mia = try await started()
    await mia.type("words @al", keys: "C-c", .hides("┌ people"), .line("words @al|"))
    await mia.keys("C-c", .line("|write to #general"), .status("C-_ or C-x h restores it"))
    #expect(try await mia.history() == ["words @al"])
    await mia.keys("C-_", .line("words @al|"))
  }

  @Test("A draft put aside with C-c can be restored from the history")
  func fromHistory() async throws {
    let mia = try await started()
    await mia.type("words", keys: "C-c C-x h", .shows("▸ words"), .shows("put aside"))
    await mia.keys("Enter", .line("words|"))
  }

  @Test("C-c never ends the program and says which keys do")
  func neverEnds() async throws {
    let mia = try await started()
    await mia.keys("C-c C-c C-c", .status("C-x C-c quits"))
    #expect(mia.terminal.owner == .program)
    await mia.type("still here", .line("still here|"))
  }

  @Test("A started key sequence is shown, and C-g or Escape ends it", arguments: ["C-g", "Esc"])
  func unfinished(_ key: String) async throws {
    let mia = try await started()
    await mia.type("words", keys: "C-x", .status("C-x-"))
    await mia.keys(key)
    #expect(!mia.status.contains("C-x-") && mia.line == "words|")
    await mia.type("b", .line("wordsb|"))
  }

  @Test("An unbound sequence is reported and types nothing")
  func unbound() async throws {
    let mia = try await started()
    await mia.keys("C-x z", .status("C-x z is not bound"), .line("|write to #general"))
  }
}

@Suite("Keys without a meaning", .serialized)
struct UnboundKeyTests {
  @Test(
    "A key without a meaning here says where it has one, or that it is unbound",
    arguments: [
      ("C-k", "C-k works only in the composer"), ("Backspace", "Backspace works only in the composer"),
      ("M-z", "M-z is not bound"), ("F7", "F7 is not bound"),
      ("Tab", "Tab works only while suggestions are shown, or in the composer, or in a list"),
    ])
  func inMessageMode(_ key: String, _ notice: String) async throws {
    let mia = try await Scenario(columns: 140)
    try await mia.say("words", by: "ana")
    await mia.start()
    await mia.keys("M-s " + key, .notice(notice))
    #expect(mia.app.focused?.selection != nil, "only letters leave")
  }

  @Test("Bound keys report nothing of the kind")
  func quiet() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-a C-e Esc C-g M-b Tab")
    #expect(!mia.foot.contains("bound") && !mia.foot.contains("works only"), "\(mia.picture)")
    await mia.keys("F7", .notice("F7 is not bound"))
  }
}

@Suite("Keys: leaving", .serialized)
struct LeavingKeyTests {
  /// The draft as another device of the same person sees it.
  private func elsewhere(_ mia: Scenario) async throws -> String? {
    try await mia.service.device(user: "mia", id: "phone").draft(for: DraftKey(channelId: "general"))?.text
  }

  @Test("C-x C-c quits; the draft is on the service, and here after the next start")
  func quits() async throws {
    let mia = try await Scenario().start()
    await mia.type("half a thought")
    try await mia.restart()
    #expect(try await elsewhere(mia) == "half a thought")
    await mia.app.go(to: .channel("general"))
    await mia.settle()
    #expect(mia.line.replacing("|", with: "") == "half a thought")
  }

  @Test("C-x C-c gives the terminal back")
  func givesBack() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x C-c")
    #expect(mia.terminal.owner == .nobody)
  }

  @Test("/quit leaves and is not a draft")
  func quitCommand() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/quit")
    #expect(mia.terminal.owner == .nobody)
    #expect(mia.draft() == nil)
    #expect(try await elsewhere(mia) == nil)
  }

  @Test("C-z sends the draft to other devices and suspends; the screen is the same afterwards")
  func suspends() async throws {
    let mia = try await Scenario().start()
    await mia.type("half a thought")
    let before = mia.screen
    await mia.keys("C-z")
    #expect(mia.terminal.suspensions == 1)
    #expect(try await elsewhere(mia) == "half a thought")
    #expect(mia.screen == before && mia.line == "half a thought|")
  }

  @Test(
    "A lost terminal ends the program and the draft is saved",
    arguments: [TerminalEvent.hangUp, .terminate])
  func hangUp(_ event: TerminalEvent) async throws {
    let mia = try await Scenario().start()
    await mia.type("half a thought")
    mia.terminal.send(event)
    await mia.settle()
    #expect(mia.terminal.owner == .nobody)
    #expect(try await elsewhere(mia) == "half a thought")
  }

  @Test("C-z does not wait for the service: the draft is already stored")
  func suspendsAtOnce() async throws {
    let mia = try await Scenario().start()
    await mia.slow(.seconds(1))
    await mia.type("half a thought", keys: "C-z")
    #expect(mia.terminal.suspensions == 1)
    #expect(try await mia.store.drafts().map(\.content.text) == ["half a thought"])
    #expect(try await elsewhere(mia) == nil)
    await mia.wait(.seconds(1))
    #expect(try await elsewhere(mia) == "half a thought", "told as soon as it goes on")
  }
}
