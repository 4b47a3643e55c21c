import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts 3: saved before they are shown, sent to other devices on leaving", .serialized)
struct KeepingTests {
  @Test("Whatever the screen shows is in the store, after every key")
  func everyKey() async throws {
    let scenario = try await Scenario().start()
    var typed = ""
    for letter in "not one lost" {
      await scenario.type(String(letter))
      typed.append(letter)
      #expect(try await scenario.store.drafts().map(\.content.text) == [typed])
    }
  }

  @Test("A draft is sent to other devices some time after the last key, not after each")
  func debounced() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("slowly")
    await scenario.wait(.seconds(1))
    #expect(try await scenario.draftElsewhere() == nil)
    await scenario.type("!")
    await scenario.wait(.seconds(1))
    #expect(try await scenario.draftElsewhere() == nil)
    await scenario.wait(.seconds(2))
    #expect(try await scenario.draftElsewhere() == "slowly!")
  }

  @Test(
    "Leaving a channel or thread, suspending and quitting send the draft at once",
    arguments: ["M-Down", "C-z", "C-x C-c"])
  func atOnce(keys: String) async throws {
    let scenario = try await Scenario().start()
    await scenario.type("on the way out", keys: keys)
    #expect(try await scenario.draftElsewhere() == "on the way out")
  }

  @Test("Quitting asks first if text would be lost with it", arguments: ["C-x C-c", "/quit"])
  func quitting(how: String) async throws {
    let mia = try await Scenario().start()
    mia.store.setFaults(StoreFaults(writing: .full))
    func quit() async {
      if how.hasPrefix("/") { await mia.enter(how) } else { await mia.keys(how) }
    }
    // Nothing is lost yet.
    if how == "C-x C-c" {
      await mia.type("only here", .shows("not saved"))
    } else {
      await mia.enter("only here")
    }
    await quit()
    mia.sees("Quit and lose text?", "the disk is full", "quit; the text is lost", "stay")
    await mia.keys("Esc")
    #expect(mia.isRunning && !mia.shows("Quit and lose text?"))
    await quit()
    await mia.confirm()
    #expect(!mia.isRunning)
  }

  @Test("Quitting does not ask if everything is saved, or if nothing was typed")
  func quittingSafely() async throws {
    let mia = try await Scenario().start()
    mia.store.setFaults(StoreFaults(writing: .full))
    await mia.type("kept", .shows("not saved"))
    mia.store.setFaults(.none)
    await mia.type("!")
    await mia.wait(.seconds(60))
    await mia.keys("C-x C-c")
    #expect(!mia.isRunning)
    let ben = try await Scenario().start()
    ben.store.setFaults(StoreFaults(writing: .lockedBy(process: 7)))
    await ben.keys("M-Down")
    await ben.keys("C-x C-c")
    #expect(!ben.isRunning)
  }

  @Test("Closing a thread sends its draft at once")
  func thread() async throws {
    let scenario = try await Scenario()
    let parent = try await scenario.say("well?", by: "ben")
    await scenario.start()
    await scenario.keys("M-s t", type: "well!")
    await scenario.keys("C-x 0")
    #expect(try await scenario.draftElsewhere(under: parent.id) == "well!")
  }

  @Test(
    "A lost terminal and a request to end send the draft too", arguments: [TerminalEvent.hangUp, .terminate])
  func signals(event: TerminalEvent) async throws {
    let scenario = try await Scenario().start()
    await scenario.type("cut off")
    scenario.terminal.send(event)
    await scenario.settle()
    #expect(try await scenario.draftElsewhere() == "cut off")
    #expect(scenario.terminal.owner == .nobody)
  }

  @Test("Drafts, thread drafts and the caret survive a restart")
  func restart() async throws {
    let scenario = try await Scenario()
    try await scenario.say("who looks?", by: "ana")
    await scenario.start()
    await scenario.keys("M-s t", type: "I do")
    await scenario.keys("C-x 0", type: "two words")
    await scenario.keys("M-b")
    try await scenario.restart()
    scenario.previews("✎ two words", in: "# general")
    scenario.previews("✎ I do", in: "↳ who looks?")
    #expect(scenario.textBeforeCursor.hasSuffix(" two "))
  }

  @Test(
    "The sidebar truncates a long draft and shows all of it when it is short again",
    arguments: [
      ("abcdefghijklmnopqrstuvwxyz", 19), ("абвгдежзийклмнопрстуфхцчшщ", 19), ("漢字かなカナ한글abc漢字def", 11),
    ])
  func cutInSidebar(letters: String, fitting: Int) async throws {
    let scenario = try await Scenario().start()
    for letter in letters.prefix(fitting) { await scenario.type(String(letter)) }
    scenario.previews("✎ \(letters.prefix(fitting))", in: "# general")
    for letter in letters.dropFirst(fitting) { await scenario.type(String(letter)) }
    scenario.previews("✎ \(letters.prefix(fitting - 1))…", in: "# general")
    for _ in 0..<letters.count - fitting + 1 { await scenario.keys("Backspace") }
    scenario.previews("✎ \(letters.prefix(fitting - 1))", in: "# general")
  }

  @Test("Drafts are shown after a restart without a connection")
  func restartOffline() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("still here")
    await scenario.offline(true)
    try await scenario.restart()
    scenario.sees("still here", "offline")
  }

  @Test("A full store is reported, typed text stays, and it is saved when there is room")
  func full() async throws {
    let scenario = try await Scenario().start()
    scenario.store.setFaults(.full)
    await scenario.type("no room", .shows("no room"), .shows("not saved:"))
    scenario.store.setFaults(.none)
    await scenario.wait(.seconds(60))
    scenario.sees("drafts saved")
    #expect(try await scenario.store.drafts().map(\.content.text) == ["no room"])
  }

  @Test("A slow store delays a frame only briefly, and the last line says that the text is not saved yet")
  func slow() async throws {
    let scenario = try await Scenario().start()
    await scenario.disk.take(.seconds(3))
    await scenario.type("slow disk")
    // Twice: the last key has a separate time limit.
    for _ in 0..<2 { await scenario.wait(.milliseconds(50)) }
    scenario.sees("slow disk", "not saved yet")
    await scenario.type("!")
    for _ in 0..<6 { await scenario.wait(.seconds(3)) }
    scenario.sees("slow disk!", "drafts saved")
    #expect(try await scenario.store.drafts().map(\.content.text) == ["slow disk!"])
  }

  @Test(
    "Redrawing after a resize or another program shows nothing that is not saved")
  func madeAgain() async throws {
    let scenario = try await Scenario().start()
    await scenario.disk.take(.milliseconds(10))
    await scenario.type("a")
    // While the save is in flight, other code changes the draft and the window is resized.
    try scenario.client.messageDraft(for: DraftKey(channelId: "general")).insertText(offset: 1, text: "b")
    await scenario.resize(columns: 100, rows: 30)
    for _ in 0..<4 {
      await scenario.wait(.milliseconds(10))
      let kept = try await scenario.store.drafts().map(\.content.text)
      let seen = scenario.line.replacing("|", with: "")
      #expect(kept.first?.hasPrefix(seen) == true || seen.hasPrefix("write to"), "\(seen) is not in \(kept)")
    }
    #expect(try await scenario.store.drafts().map(\.content.text) == ["ab"])
    scenario.sees("ab")
  }

  @Test(
    "The composer is shown empty once the outbox has the message, even if the store must be read first")
  func entered() async throws {
    let scenario = try await Scenario().start()
    await scenario.offline(true)
    await scenario.type("sent or a draft")
    await scenario.disk.takeToReadMessages(.milliseconds(10))
    await scenario.keys("Enter", .line("sent or a draft|"))
    await scenario.wait(.milliseconds(10))
    #expect(scenario.line == "|write to #general", "\(scenario.picture)")
    scenario.sees("queued")
    #expect(try await scenario.store.outbox().map(\.message.text) == ["sent or a draft"])
  }

  @Test(
    "While the store is slow, the empty composer comes with the note that nothing is saved yet"
  )
  func enteredSlowly() async throws {
    let scenario = try await Scenario(columns: 120).start()
    await scenario.offline(true)
    await scenario.type("sent or a draft")
    await scenario.disk.takeToReadMessages(.seconds(2))
    await scenario.keys("Enter", .line("sent or a draft|"))
    await scenario.wait(.milliseconds(50))
    #expect(scenario.line == "|write to #general", "\(scenario.picture)")
    scenario.sees("not saved yet")
    // Text typed meanwhile is saved independently.
    await scenario.type("next")
    await scenario.wait(.milliseconds(50))
    #expect(try await scenario.store.drafts().map(\.content.text) == ["sent or a draft\nnext"])
    await scenario.wait(.seconds(2))
    scenario.sees("drafts saved", "queued")
    #expect(try await scenario.store.outbox().map(\.message.text) == ["sent or a draft"])
    #expect(try await scenario.store.drafts().map(\.content.text) == ["next"])
  }

  @Test("Text from an editor is stored before its file is deleted")
  func editor() async throws {
    let scenario = try await Scenario().start()
    await scenario.type("words")
    scenario.programs.edits = { $0 + " and more" }
    await scenario.disk.take(.milliseconds(10))
    await scenario.keys("C-x C-e")
    #expect(scenario.programs.kept.isEmpty)
    for _ in 0..<4 { await scenario.wait(.milliseconds(10)) }
    #expect(scenario.programs.kept == [true])
    #expect(try await scenario.store.drafts().map(\.content.text) == ["words and more"])
    await scenario.disk.take(.zero)
    scenario.store.setFaults(.full)
    await scenario.keys("C-x C-e")
    #expect(scenario.programs.kept == [true, false])
    scenario.sees("words and more and more")
  }
}
