import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts: forgetting sent and discarded text", .serialized)
struct ForgettingTests {
  /// Forgets the history of this composer, or with other keys one text of it, and confirms the question.
  private func forget(_ mia: Scenario, _ keys: String = "C-x K") async {
    await mia.keys("C-x h \(keys)")
    await mia.wait(.seconds(1))
    await mia.keys("Enter")
  }

  @Test("Undo, yank and the history cannot restore forgotten text")
  func noKey() async throws {
    let mia = try await Scenario().start()
    await mia.enter("was sent")
    await mia.type("a secret", keys: "C-u")
    await forget(mia)
    mia.sees("Erased")
    for keys in ["C-_", "C-y", "M-p"] {
      await mia.keys(keys, .line("|write to #general", because: "\(keys): \(mia.picture)"))
    }
    #expect(try await mia.history().isEmpty)
  }

  @Test("One text can be erased: no key and no restart brings it back, and the others stay")
  func oneText() async throws {
    let mia = try await Scenario().start()
    await mia.enter("was sent")
    await mia.enter("a secret")
    await mia.type("a secret", keys: "C-u")
    await mia.keys("C-x h", .shows("C-x k erase"), .shows("C-x K erase all"))
    await mia.keys("C-x k", .shows("Erase this text from the history?"), .shows("“a secret”"))
    await mia.wait(.seconds(1))
    await mia.keys("Escape")
    #expect(try await mia.history() == ["a secret", "a secret", "was sent"])
    await forget(mia, "C-x k")
    mia.sees("Erased")
    for keys in ["C-_", "C-y"] {
      await mia.keys(keys, .line("|write to #general", because: "\(keys): \(mia.picture)"))
    }
    await mia.keys("M-p", .line("was sent|"))
    await mia.keys("M-n", .line("|write to #general"))
    try await mia.restart()
    #expect(try await Set(mia.history()) == ["was sent"])
    await mia.keys("C-x h", .shows("was sent"), .hides("│  a secret"))
  }

  @Test("Text in a composer stays, and undo cannot go back before it")
  func words() async throws {
    let mia = try await Scenario().start()
    await mia.type("a secret", keys: "C-u")
    await mia.type("this stays")
    await forget(mia)
    await mia.keys("C-_ C-_", .line("this stays|"))
    await mia.type("!", keys: "C-_", .line("this stays|"))
  }

  @Test("Nothing of a discarded draft comes back")
  func discarded() async throws {
    let mia = try await Scenario().start()
    try await mia.say("a question", by: "ana")
    await mia.enter("/quote")
    await mia.type("an answer", keys: "M-<")
    await mia.enter("/discard ")
    await forget(mia)
    await mia.keys("C-_", .line("|write to #general"), .hides("> Ana García"))
  }

  @Test("Forgetting in one place leaves other places alone")
  func elsewhere() async throws {
    let mia = try await Scenario().start()
    await mia.type("stays here", keys: "C-a C-k M-Down")
    await mia.type("goes there", keys: "C-a C-k")
    await forget(mia)
    await mia.keys("M-Up C-_", .line("stays here|"))
  }

  @Test("While another session owns the profile, nothing is forgotten, now or later")
  func locked() async throws {
    let mia = try await Scenario().start()
    await mia.type("cleared", keys: "C-u")
    mia.store.setFaults(StoreFaults(writing: .lockedBy(process: 7)))
    await forget(mia)
    #expect(mia.foot.contains("Not erased: process 7 has this profile open"), "\(mia.picture)")
    mia.store.setFaults(.none)
    await mia.wait(.seconds(60))
    #expect(try await mia.history() == ["cleared"])
    await forget(mia)
    #expect(try await mia.history().isEmpty)
  }

  @Test("/discard in a thread discards the thread's failed messages, in a channel those of the channel")
  func failures() async throws {
    let mia = try await Scenario()
    let parent = try await mia.say("a question", by: "ana")
    await mia.start()
    await mia.refuse([.send])
    let thread = DraftKey(channelId: "general", parentId: parent.id)
    mia.app.go(to: .thread(thread))
    await mia.settle()
    await mia.enter("in the thread")
    await mia.go(to: "general")
    await mia.enter("in the channel")
    mia.app.workspace.context.run(.discard, "", in: thread)
    await mia.settle()
    #expect(mia.client.pendingWork(in: "general").map(\.message.text) == ["in the channel"])
    mia.app.workspace.context.run(.discard, "", in: thread)
    await mia.settle()
    mia.sees("Nothing to discard")
    #expect(mia.client.pendingWork(in: "general").count == 1)
    mia.app.workspace.context.run(.discard, "", in: DraftKey(channelId: "general"))
    await mia.settle()
    #expect(mia.client.pendingWork(in: "general").isEmpty)
  }

  @Test("The text of a given-up message is in the history, even if the history was forgotten before")
  func givenUp() async throws {
    let mia = try await Scenario().start()
    await mia.refuse([.send])
    await mia.type("never @an", keys: "Tab")
    await mia.enter("mind")
    await forget(mia)
    #expect(try await mia.history().isEmpty)
    await mia.enter("/discard")
    #expect(mia.client.pendingWork(in: "general").isEmpty)
    let entry = try await mia.kept().first
    #expect(entry?.elements.text == "never Ana García mind" && entry?.reason == .cleared)
    #expect(entry?.elements.contains { $0.target != nil } == true)
    #expect(mia.foot.contains("C-x h"), "\(mia.picture)")
  }

  @Test("Without a history nothing says that the text is there")
  func switchedOff() async throws {
    var configuration = ClientConfiguration()
    configuration.isDraftMessagesEnabled = false
    let mia = try await Scenario(configuration: configuration).start()
    await mia.refuse([.send])
    await mia.enter("never mind")
    await mia.enter("/discard")
    #expect(mia.foot.contains("Discarded") && !mia.foot.contains("C-x h"), "\(mia.picture)")
  }
}
