import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Hints about keys, and what the composer says", .serialized)
struct HintTests {
  @Test("After C-x the last line shows keys that continue it, and no longer F1")
  func pending() async throws {
    let mia = try await Scenario(columns: 100).start()
    await mia.keys("C-x", .status("b go to · d drafts · i inbox · ? explain"))
    #expect(!mia.status.contains("F1"), "\(mia.picture)")
    await mia.keys("C-g", .status("F1 help"))
  }

  @Test("F1 is the last to leave a narrow line", arguments: [40, 80])
  func help(columns: Int) async throws {
    let mia = try await Scenario(columns: columns, rows: 12)
    try await mia.say("words", by: "ana")
    await mia.start()
    #expect(mia.status.hasSuffix("F1 help"), "\(mia.picture)")
    await mia.keys("M-s", .status("F1 help"))
  }

  @Test("Where there is no room for the list of channels, C-x w says how to see them")
  func narrowList() async throws {
    let mia = try await Scenario(columns: 40, rows: 12).start()
    await mia.keys("C-x w", .notice("No room for the channel list; C-x b lists channels"))
  }

  @Test("A message that a search led to is marked, and the key for its keys is named")
  func found() async throws {
    let mia = try await Scenario()
    try await mia.say("the build is broken", by: "ana")
    await mia.start()
    await mia.keys("C-x s", type: "build")
    await mia.wait(.seconds(1))
    await mia.keys("Enter", .shows("Marked ▸; M-s selects it to reply or react"))
  }

  @Test("On a small screen a found message is whole, or shown from its beginning if it is taller")
  func foundWhole() async throws {
    let mia = try await Scenario(columns: 40, rows: 12)
    try await mia.say(
      "needle one, with words enough for three rows of a narrow pane, the last of which is stop", by: "ana")
    for number in 0..<12 { try await mia.say("other \(number)", by: "ben") }
    try await mia.say("needle two " + (1...40).map { "word\($0)" }.joined(separator: " "), by: "ana")
    for number in 12..<24 { try await mia.say("other \(number)", by: "ben") }
    await mia.start()
    for (words, seen) in [
      ("one", ["needle one, with words", "stop"]), ("two", ["needle two word1"]),
    ] {
      await mia.keys("C-x s", type: words)
      await mia.wait(.seconds(1))
      await mia.keys("Enter")
      for text in seen { #expect(mia.shows(text), "\(mia.picture)") }
    }
  }

  @Test("An edit says so in place of the destination, and a reaction and a question quote the message")
  func aboutMessages() async throws {
    let mia = try await Scenario().start()
    await mia.enter("my words")
    await mia.keys("Up", .shows("→ edit in #general"))
    await mia.keys("Esc C-a C-k M-s d", .shows("“my words”"))
    await mia.keys("Esc +", .shows("┌ React to “my words”"))
  }

  @Test("A channel is joined by the name that the directory shows; another name is no error")
  func joining() async throws {
    let mia = try await Scenario().start()
    _ = try await mia.device("ana").createChannel(
      NewChannel(id: "c-17", name: "Board", type: .group, members: []))
    try await mia.service.letKnock(on: "c-17")
    await mia.enter("/join board", .shows("Ask to join #Board?"))
    await mia.keys("Esc C-a C-k")
    await mia.enter("/join nowhere", .notice("No channel named “nowhere”; C-x j lists channels to join"))
    mia.misses("There is no channel")
  }
}
