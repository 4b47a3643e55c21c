import ChatControllers
import ChatDomain
import ChatTestSupport
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: sending", .serialized)
struct SendingTests {
  @Test("An offline message is shown as queued")
  func queued() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    await scenario.enter("wait for me", .shows("queued"))
    await scenario.offline(false)
    await scenario.wait(.seconds(60))
    scenario.misses("queued")
    #expect(try await scenario.said().map(\.text) == ["wait for me"])
  }

  @Test("A message is shown as being sent until the service has it")
  func sending() async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.seconds(2))
    await scenario.enter("on its way", .shows("on its way"), .shows("sending…"))
    await scenario.wait(.seconds(2))
    scenario.misses("sending…")
    scenario.sees("on its way")
  }

  @Test(
    "Queued messages are listed below sent ones and below others' messages")
  func waitingLast() async throws {
    let scenario = try await Scenario().start()
    await scenario.slow(.seconds(3))
    for word in ["first", "second", "third"] { await scenario.enter(word) }
    await scenario.wait(.seconds(3))
    try await scenario.say("between", by: "alex")
    await scenario.wait(.seconds(1))
    let rows = try ["first", "between", "second", "third"].map { try scenario.place(of: $0).row }
    #expect(rows == rows.sorted(), "\(scenario.picture)")
    scenario.sees("queued")
    for _ in 0..<3 { await scenario.wait(.seconds(3)) }
    let order = try await scenario.said().map(\.text)
    let shown = try order.map { try scenario.place(of: $0).row }
    #expect(order.count == 4 && shown == shown.sorted(), "\(scenario.picture)")
  }

  @Test("A message queued since yesterday is below today's, without a date line")
  func waitingSinceYesterday() async throws {
    let scenario = try await Scenario().start()
    await scenario.refuse([.send])
    await scenario.enter("refused yesterday")
    await scenario.noFaults()
    await scenario.wait(.seconds(24 * 3600))
    try await scenario.say("said today", by: "alex")
    #expect(
      try scenario.place(of: "said today").row < scenario.place(of: "refused yesterday").row,
      "\(scenario.picture)")
    scenario.sees("── Sat day ─")
    scenario.misses("── Fri day ─")
  }

  @Test("/offline and /online send queued messages in order")
  func inOrder() async throws {
    let scenario = try await Scenario().start()
    await scenario.enter("/offline", .shows("offline"))
    for word in ["one", "two", "three", "four"] {
      await scenario.enter(word)
    }
    #expect(try await scenario.said().isEmpty)
    await scenario.enter("/online")
    await scenario.wait(.seconds(1))
    scenario.sees("online")
    #expect(try await scenario.said().map(\.text) == ["one", "two", "three", "four"])
    scenario.misses("queued")
  }

  @Test("A refused channel does not hold up another")
  func lanes() async throws {
    let scenario = try await Scenario().start()
    await scenario.device("mia", "terminal").setFaults(
      .with { $0.refusals = [RefusedRequest([.send], in: "general", .notAllowed)] })
    await scenario.enter("here")
    await scenario.go(to: "offtopic")
    await scenario.enter("there")
    #expect(try await scenario.said(in: "offtopic").map(\.text) == ["there"])
    #expect(try await scenario.said().isEmpty)
  }

  @Test("A lost answer does not duplicate the message")
  func lostAnswer() async throws {
    let scenario = try await Scenario().start()
    await scenario.device("mia", "terminal").setFaults(.with { $0.answerLoss = 1 })
    await scenario.enter("only once")
    await scenario.wait(.seconds(5))
    await scenario.noFaults()
    await scenario.wait(.seconds(60))
    #expect(try await scenario.said().map(\.text) == ["only once"])
    #expect(scenario.main.filter { $0.contains("only once") }.count == 1)
  }

  @Test("/retry resends all failed messages here, in order")
  func retryAll() async throws {
    let scenario = try await Scenario().start()
    await scenario.refuse([.send])
    for word in ["one", "two"] {
      await scenario.enter(word)
    }
    await scenario.noFaults()
    await scenario.enter("/retry")
    #expect(try await scenario.said().map(\.text) == ["one", "two"])
  }

  @Test("After a restart unfinished work continues in order")
  func restart() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    for word in ["one", "two", "three"] {
      await scenario.enter(word)
    }
    try await scenario.restart()
    scenario.sees("queued")
    await scenario.offline(false)
    await scenario.wait(.seconds(60))
    #expect(try await scenario.said().map(\.text) == ["one", "two", "three"])
    scenario.misses("queued")
  }

  @Test("A failed message and its reason survive a restart")
  func failedAfterRestart() async throws {
    let scenario = try await Scenario().start()
    await scenario.refuse([.send])
    await scenario.enter("still failed")
    try await scenario.restart()
    scenario.sees("still failed", "! failed  R", "! you are not allowed to do that")
  }
}

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
    await mia.type("see /srv/film.mp4", keys: "C-a M-f C-f C-k")
    #expect(text(mia) == "see ")
    mia.app.focused?.composer.draft.files = [InputFile(path: "/srv/film.mp4")]
    await mia.keys("C-_")
    #expect(text(mia) == "see /srv/film.mp4" && files(mia) == ["film.mp4"], "\(mia.picture)")
    await mia.end()
  }
}
