import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Keys: sending", .serialized)
struct SendingKeyTests {
  @Test("Enter sends the text and empties the composer")
  func sends() async throws {
    let mia = try await Scenario().start()
    await mia.enter("hello there", .line("|write to #general"))
    #expect(mia.screen.contains { $0.contains("you") && $0.contains("hello there") })
    #expect(try await mia.said().map(\.text) == ["hello there"])
    #expect(mia.draft() == nil)
    #expect(try await mia.history() == ["hello there"])
  }

  @Test("Enter in an empty composer sends nothing")
  func sendsNothing() async throws {
    let mia = try await Scenario().start()
    await mia.keys("Enter")
    await mia.enter("   ")
    #expect(try await mia.said().isEmpty)
  }

  @Test("Each newline key starts a line and sends nothing", arguments: ["M-Enter", "C-j", "S-Enter"])
  func newline(_ key: String) async throws {
    let mia = try await Scenario().start()
    await mia.type("one", keys: key, .line("|"))
    await mia.type("two", .shows(" one"), .line("two|"))
    #expect(try await mia.said().isEmpty)
    await mia.keys("Enter")
    #expect(try await mia.said().map(\.text) == ["one\ntwo"])
  }

  @Test("C-x C-e opens the text in $EDITOR; the result is in the composer and not sent")
  func editor() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @al", keys: "Tab")
    mia.programs.edits = { "please " + $0 + "now\n" }
    await mia.keys("C-x C-e", .line("please ask Alex Dunn now|"))
    #expect(try await mia.said().isEmpty)
    await mia.keys("Enter")
    #expect(try await mia.said().last?.mentionedUsers == ["alex"], "the mention survived the round trip")
  }

  @Test("If the editor's text wins, what another device wrote is in the history")
  func editorConflict() async throws {
    let mia = try await Scenario().start()
    await mia.type("send it on Monday")
    await mia.wait(.seconds(3))
    mia.programs.meanwhile = {
      do { _ = try await mia.writeElsewhere("send it on Tuesday") } catch { Issue.record("\(error)") }
    }
    mia.programs.edits = { _ in "send it on Friday\n" }
    await mia.keys("C-x C-e")
    await mia.settle()
    #expect(mia.line == "send it on Friday|", "\(mia.picture)")
    #expect(try await mia.history().contains("send it on Tuesday"))
  }

  @Test("What an open editor has saved is taken back if it gives up, unless another device changed it")
  func editorGivesUpAfterSaving() async throws {
    let mia = try await Scenario().start()
    await mia.type("send it on Monday")
    mia.programs.savesFirst = "send it on Friday"
    mia.programs.givesUp = true
    mia.programs.edits = { _ in "send it on Friday\n" }
    await mia.keys(
      "C-x C-e", .line("send it on Monday|"),
      .notice("Editor cancelled, the draft is unchanged; C-x h restores what the editor saved"))
    mia.programs.meanwhile = {
      await mia.wait(.seconds(3))
      do { _ = try await mia.writeElsewhere("send it on Tuesday") } catch { Issue.record("\(error)") }
    }
    await mia.keys("C-x C-e")
    for _ in 0..<100 where mia.programs.kept.count < 4 { await mia.settle() }
    await mia.keys(
      "", .line("send it on Tuesday|"), .notice("Editor cancelled; the draft keeps what it saved"))
    #expect(try await mia.history().contains("send it on Friday"))
  }

  @Test("An editor that returns nothing changes nothing")
  func editorGivesUp() async throws {
    let mia = try await Scenario().start()
    await mia.type("words", keys: "C-x C-e", .line("words|"))
  }

  @Test("Leaving the editor with an error keeps the draft, and the text saved before is in the history")
  func editorWithStatus() async throws {
    let mia = try await Scenario().start()
    await mia.type("words")
    mia.programs.givesUp = true
    mia.programs.edits = { $0 + "\n" }
    await mia.keys("C-x C-e", .line("words|"), .status("Editor cancelled; the draft is unchanged"))
    #expect(!mia.foot.contains("C-x h"))
    mia.programs.edits = { _ in "other words\n" }
    await mia.keys(
      "C-x C-e", .line("words|"),
      .notice("Editor cancelled, the draft is unchanged; C-x h restores what the editor saved"))
    #expect(try await mia.history().contains("other words"))
    #expect(mia.programs.kept == [true, true])
  }

  @Test("C-x k removes the last file")
  func lastFile() async throws {
    let mia = try await Scenario().start()
    await mia.enter("/attach /home/mia/notes.txt", .shows("notes.txt"))
    await mia.keys("C-x k", .status("Removed notes.txt"))
    await mia.keys("Left", .hides("notes.txt"))
  }

  @Test("C-x c in a channel says that it is for threads")
  func showInChannelElsewhere() async throws {
    let mia = try await Scenario().start()
    await mia.keys("C-x c", .notice("Only a reply in a thread can also go to the channel"))
  }

  @Test("C-x v previews the message and the notified people")
  func preview() async throws {
    let mia = try await Scenario().start()
    await mia.type("ask @al", keys: "Tab C-x v", .shows("⇒ notifies Alex Dunn · ask"))
    await mia.keys("C-x v", .hides("⇒"))
  }
}

@Suite("Keys: history", .serialized)
struct HistoryKeyTests {
  private func sent(_ texts: String...) async throws -> Scenario {
    let mia = try await Scenario().start()
    for text in texts {
      await mia.enter(text)
    }
    return mia
  }

  @Test("Up in an empty composer edits the last own message")
  func upEdits() async throws {
    let mia = try await sent("a tpyo")
    try await mia.say("of another", by: "ana")
    await mia.keys("Up", .line("a tpyo|"), .shows("✎ editing: a tpyo"))
    await mia.keys("M-Backspace")
    await mia.enter("typo")
    #expect(try await mia.said().map(\.text) == ["a typo", "of another"])
    #expect(mia.shows("edited") && !mia.shows("editing:"))
  }

  @Test("C-r searches sent messages and puts one in the composer")
  func search() async throws {
    let mia = try await sent("apples", "pears", "plums")
    await mia.type("and ", keys: "C-r", .shows("Sent to #general"))
    await mia.type("pear", .shows("▸ pears"), .hides("▸ plums"))
    await mia.keys("Enter", .line("and pears|"))
  }
}
