import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: views", .serialized)
struct ViewKeyTests {
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("an apple a day", by: "ana", in: "offtopic")
    try await mia.say("apples and pears", by: "ben")
    await mia.start()
    return mia
  }

  @Test("C-x d also lists unfinished edits; Enter goes there, C-x k ends one")
  func edits() async throws {
    let mia = try await started()
    await mia.enter("teh words")
    await mia.keys("Up", type: " again")
    await mia.keys("M-2 C-x d", .shows("▸ ✎ teh words again"), .shows("#general · unfinished edit"))
    await mia.keys("Enter", .header("#general"), .shows("unfinished edit: teh words again"))
    await mia.type("a draft")
    await mia.keys("M-2 C-x d", .shows("▸ ✎ a draft"), .shows("#general · and an unfinished edit"))
    await mia.keys("C-x k", .shows("▸ ✎ teh words again"))
    await mia.keys("C-x k", .shows("no drafts"), .notice("Edit cancelled; C-x h restores your text"))
  }

  @Test(
    "Discarding a draft of a file alone says so, and it can be restored after closing the list")
  func discardFile() async throws {
    let mia = try await started()
    await mia.enter("/attach ~/notes.txt", .shows("▤ notes.txt"))
    await mia.keys("C-x d C-x k", .shows("Draft discarded; C-_ restores it"), .hides("later the history"))
    await mia.keys("Esc C-x d C-_ Esc", .shows("▤ notes.txt"))
  }

  @Test(
    "Editing keys edit the filter, and the key that opens a list keeps it"
  )
  func editsTheQuery() async throws {
    let mia = try await started()
    await mia.type("one alpha", keys: "C-x d C-x d", .shows("▸ ✎ one alpha"))
    await mia.type("one alpha", keys: "M-b M-d", .shows("> one"))
    #expect(mia.draft()?.text == "one alpha")
    await mia.keys("Esc M-s p")
    await mia.confirm()
    await mia.keys("C-x p", type: "apples")
    await mia.keys("C-a M-d")
    #expect(try await mia.said().last?.pin != nil)
  }

  @Test("A list closes with the place it was opened for")
  func goesWithItsPlace() async throws {
    let mia = try await started()
    await mia.type("sent words", keys: "Enter C-r", .shows("sent words"))
    await mia.keys("M-Down Enter")
    #expect(!mia.header.hasPrefix("#general") && mia.draft() == nil, "\(mia.picture)")
    await mia.keys("M-1 M-s t C-r C-x 0 Enter")
    #expect(mia.client.draftMessages().isEmpty, "\(mia.picture)")
    await mia.keys("C-x b M-s")
    #expect(mia.app.panel == nil && mia.app.focused?.selection != nil, "\(mia.picture)")
  }

  @Test("A message found in a channel that was never open is shown and marked")
  func foundElsewhere() async throws {
    let mia = try await Scenario()
    try await mia.say("a pelican", by: "ana", in: "offtopic")
    for number in 1...150 { try await mia.say("message \(number).", by: "ana", in: "offtopic") }
    await mia.start()
    await mia.keys("C-x S", type: "pelican")
    await mia.wait(.seconds(1))
    await settle("the find") { mia.shows("a pelican") }
    await mia.keys("Enter")
    await settle("the message") { mia.screen.contains { $0.contains("▸") && $0.contains("a pelican") } }
  }

  @Test("A found message that is gone is reported, and no key is swallowed")
  func foundAndGone() async throws {
    let mia = try await Scenario()
    let found = try await mia.say("a pelican", by: "ana", in: "offtopic")
    for number in 1...150 { try await mia.say("message \(number).", by: "ana", in: "offtopic") }
    await mia.start()
    await mia.keys("C-x S", type: "pelican")
    await mia.wait(.seconds(1))
    await settle("the find") { mia.shows("a pelican") }
    try await mia.device("ana").delete(found.id, in: "offtopic", hard: true)
    await mia.keys("Enter")
    await settle("the sentence") { mia.shows("Not shown") || mia.shows("no longer exists") }
    await mia.type("dynamic", .line("dynamic|"))
  }

  @Test("Tab switches between drafts and the history of all")
  func toggle() async throws {
    let mia = try await started()
    await mia.type("sent words", keys: "Enter C-x d Tab")
    #expect(mia.shows("History of all places") && mia.shows("sent words"))
    await mia.keys("Tab", .shows("┌ Drafts ─"))
  }

  @Test(
    "C-x h lists this composer's history; Enter restores an entry, and the current text goes to the history")
  func history() async throws {
    let mia = try await started()
    await mia.enter("sent words")
    mia.clock.advance(by: .seconds(5))
    await mia.type("put aside", keys: "C-c")
    await mia.type("standing", keys: "C-x h", .shows("History of #general"))
    #expect(mia.shows("▸ put aside") && mia.shows("sent words"))
    await mia.keys("Enter", .line("put aside|"))
    #expect(try await mia.history().contains("standing"))
  }

  @Test("C-x t lists threads and draft replies; Enter opens one")
  func threads() async throws {
    let mia = try await started()
    await mia.keys("M-s t", type: "half a reply")
    await mia.keys("C-x 0 M-2 C-x t", .shows("┌ Threads ─"))
    #expect(mia.shows("▸ ↳ apples and pears") && mia.shows("✎ half a reply"))
    await mia.keys("Enter", .header("Thread · #general"), .line("half a reply|"))
  }

  @Test("C-x s searches this channel, C-x S all of them; Enter opens the message")
  func search() async throws {
    let mia = try await started()
    await mia.keys("C-x s", .shows("Search in #general"), .shows("type words to find"))
    await mia.type("APPLE")
    await mia.wait(.seconds(1))
    await settle("the find") { mia.shows("▸ apples and pears") }
    #expect(!mia.shows("an apple a day"))
    await mia.keys("Esc C-x S", type: "apple")
    await mia.wait(.seconds(1))
    await settle("both") { mia.shows("apples and pears") && mia.shows("an apple a day") }
    await mia.type(" a day")
    await mia.wait(.seconds(1))
    await settle("one of them") { mia.shows("▸ an apple a day") }
    await mia.keys("Enter")
    await settle("its channel") {
      mia.header.hasPrefix("#offtopic") && mia.screen.contains { $0.contains("▸") }
    }
    #expect(mia.screen.contains { $0.contains("▸") && $0.contains("an apple a day") }, "it is marked")
  }

  @Test("C-x p lists pins; C-x k unpins, C-_ pins again, Enter goes there")
  func pins() async throws {
    let mia = try await started()
    await mia.keys("M-s p")
    await mia.confirm()
    await mia.keys("q C-x p", .shows("Pinned in #general"), .shows("▸ apples and pears"))
    await mia.keys("C-x k", .shows("nothing is pinned here"))
    #expect(try await mia.said().last?.pin == nil)
    await mia.keys("C-_", .shows("▸ apples and pears"))
    await mia.keys("Enter")
    #expect(mia.screen.contains { $0.contains("▸") && $0.contains("apples and pears") })
  }

  @Test("C-x m lists members; Enter opens a conversation")
  func members() async throws {
    let mia = try await started()
    await mia.keys("C-x m", .shows("Members of #general"), .shows("Ben Okafor"))
    await mia.type("okaf", .hides("○ Ana García"))
    await mia.keys("Enter", .header("@ Ben Okafor"))
  }

  @Test("Lists scroll by line, by page and to their ends")
  func walk() async throws {
    let mia = try await started()
    await mia.keys("F1")
    let first = chosen(mia)
    #expect(first.contains("▸"))
    await mia.keys("C-n")
    let second = chosen(mia)
    #expect(second != first)
    await mia.keys("Down C-p")
    #expect(chosen(mia) == second)
    await mia.keys("Up")
    #expect(chosen(mia) == first)
    await mia.keys("PgDn")
    #expect(![first, second].contains(chosen(mia)))
    await mia.keys("PgUp")
    #expect([first, second].contains(chosen(mia)))
    await mia.keys("M->", .shows("▸ quit; drafts are kept"))
    await mia.keys("M-<")
    #expect(chosen(mia) == first)
  }

  /// The selected row of a list.
  private func chosen(_ mia: Scenario) -> String { mia.screen.first { $0.contains("│▸ ") } ?? "" }

  @Test("The filter line has the composer's editing keys")
  func line() async throws {
    let mia = try await started()
    await mia.keys("C-x b", type: "one two")
    await mia.keys("C-a", .line("> |one two"))
    await mia.keys("M-f C-k", .line("> one|"))
    await mia.keys("C-y", .line("> one two|"))
    await mia.keys("C-w Backspace", .line("> one|"))
  }

  @Test("Closing a list leaves the composer as it was", arguments: ["Esc", "C-g", "C-c"])
  func leave(_ key: String) async throws {
    let mia = try await started()
    await mia.type("words")
    for view in ["d", "t", "h", "s", "S", "p", "m", "b"] {
      await mia.keys("C-x \(view)")
      #expect(mia.line.hasPrefix("> |"), "C-x \(view)")
      await mia.keys(key, .line("words|", because: "C-x \(view)"))
    }
  }
}
