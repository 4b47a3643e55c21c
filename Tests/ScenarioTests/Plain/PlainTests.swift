import ChatControllers
import ChatDomain
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Line mode", .serialized)
struct PlainTests {
  private func scenario(_ said: [String] = ["hello"]) async throws -> Scenario {
    let mia = try await Scenario(isPlain: true)
    for words in said { try await mia.say(words, by: "ana") }
    return await mia.start()
  }

  @Test("It starts with the connection and the channel, its topic and unread count")
  func beginning() async throws {
    let mia = try await scenario(["one", "two"])
    #expect(
      mia.terminal.said.contains("#general. Team-wide chat. 2 unread, /read 2 reads them"),
      "\(mia.terminal.said)")
    #expect(mia.terminal.said.contains("online"))
    #expect(mia.typed == "#general> |")
  }

  @Test("A message is one line, with its channel if elsewhere, and mentions are announced")
  func messages() async throws {
    let mia = try await scenario()
    let here = try await mia.hearing { try await mia.say("first\nsecond", by: "ana") }
    #expect(here == ["Ana García, 12:00: first / second"])
    let there = try await mia.hearing {
      try await mia.say("[Mia](pn-user://mia) come here", by: "ana", in: "offtopic")
    }
    #expect(
      there == [
        "In #offtopic: you are mentioned: Ana García, 12:00: @you come here",
        "1 unread in inbox, /inbox lists them",
      ])
  }

  @Test("Replies, edits, reactions, pins and deletions are lines that name their message")
  func changes() async throws {
    let mia = try await scenario()
    let ana = await mia.device("ana")
    let parent = try await mia.say("a question?", by: "ana")
    let reply = try await mia.hearing { try await mia.say("an answer", by: "ben", under: parent.id) }
    #expect(reply == ["In the thread “a question?”: Ben Okafor, 12:00: an answer"])
    func change(_ body: () async throws -> Void) async rethrows -> [String] {
      try await mia.hearing {
        mia.clock.advance(by: .seconds(1))
        try await body()
        await mia.settle()
      }
    }
    let edited = try await change {
      _ = try await ana.edit(
        MessageEdit(
          transactionId: "edit", channelId: "general", messageId: parent.id, markup: "another question?",
          files: []))
    }
    #expect(edited == ["Ana García edited: another question? (1 reply)"])
    let reacted = try await change {
      _ = try await ana.setReaction(
        ReactionChange(
          transactionId: "react", channelId: "general", messageId: parent.id, name: "👍", isOn: true,
          user: "ana"))
    }
    #expect(
      reacted.count == 1 && reacted[0].hasPrefix("Ana García reacted 👍 to Ana García: another"), "\(reacted)")
    let deleted = try await change {
      _ = try await ana.delete(parent.id, in: "general", hard: false)
    }
    #expect(
      deleted.count == 1 && deleted[0].hasPrefix("Deleted: Ana García: another question?"), "\(deleted)")
  }

  @Test("Typing is reported on request only")
  func typing() async throws {
    let mia = try await scenario()
    let ana = await mia.device("ana")
    let silent = try await mia.hearing {
      try await ana.setTyping(true, in: DraftKey(channelId: "general"))
      await mia.settle()
    }
    #expect(silent.isEmpty, "\(silent)")
    for (line, answer) in [
      ("/typing", "Typing is announced"), ("/typing off", "Typing is no longer announced"),
      ("/typing on", "Typing is announced"), ("/typing loud", "Use /typing on or /typing off"),
    ] {
      let heard = await mia.hearing { await mia.enter(line) }
      #expect(heard.last == answer, "\(heard)")
    }
    let told = try await mia.hearing {
      mia.clock.advance(by: .seconds(20))
      await mia.settle()
      try await ana.setTyping(true, in: DraftKey(channelId: "general"))
      await mia.settle()
    }
    #expect(told.contains("Ana García is typing"), "\(told)")
  }

  @Test("Typed text is echoed, and suggestions are printed with the key that takes them")
  func suggestions() async throws {
    let mia = try await scenario()
    let suggested = await mia.hearing { await mia.type("ask @a") }
    #expect(suggested == ["4 people: Alex Dunn, 1 of 4; Tab accepts"])
    #expect(mia.typed == "#general> ask @a|")
    #expect(await mia.hearing { await mia.type("n") } == ["people: Ana García, 1 of 1; Tab accepts"])
    await mia.keys("Backspace")
    await mia.keys("Down")
    let moved = await mia.hearing { await mia.keys("Up") }
    #expect(moved.count == 1 && moved[0].hasSuffix(", 1 of 4"), "\(moved)")
    if moved != ["Alex Dunn, 1 of 4"] { await mia.keys("Down") }
    let taken = await mia.hearing { await mia.keys("Tab") }
    #expect(taken == ["inserted Alex Dunn, a mention"])
    #expect(mia.typed == "#general> ask Alex Dunn |")
    await mia.keys("Backspace")
    let selected = await mia.hearing { await mia.keys("Backspace") }
    #expect(selected == ["selected Alex Dunn, as one piece"])
    let removed = await mia.hearing { await mia.keys("Backspace") }
    #expect(removed == ["removed Alex Dunn, a mention"])
    let undone = await mia.hearing { await mia.keys("C-_") }
    #expect(undone == ["inserted Alex Dunn, a mention"])
    let nobody = await mia.hearing { await mia.type(" @zzz") }
    #expect(nobody.last == "nobody by that name", "\(nobody)")
  }

  @Test("Sending is reported, and arrival, waiting or failure; /retry and /discard work")
  func sending() async throws {
    let mia = try await scenario()
    await mia.type("hi there")
    let sent = await mia.hearing { await mia.keys("Enter") }
    #expect(sent == ["you, 12:00: hi there", "Sent"])
    #expect(mia.typed == "#general> |")
    let gone = await mia.hearing {
      await mia.enter("/offline")
    }
    #expect(gone.filter { $0.hasPrefix("offline") } == ["offline; /online connects"], "\(gone)")
    await mia.type("later")
    let waiting = await mia.hearing { await mia.keys("Enter") }
    #expect(waiting == ["you, 12:00, queued: later"])
    let back = await mia.hearing {
      await mia.enter("/online")
      await mia.wait(.seconds(30))
    }
    #expect(back.contains("online") && back.contains("Sent"), "\(back)")
    await mia.refuse([.send])
    await mia.type("rude")
    let refused = await mia.hearing { await mia.keys("Enter") }
    #expect(
      refused == [
        "you, 12:00: rude",
        "Failed: rude: you are not allowed to do that. /retry sends it again, /discard drops it",
      ])
    await mia.type("/retry")
    let stubborn = await mia.hearing { await mia.keys("Enter") }
    #expect(stubborn == ["Trying again: rude", refused.last], "\(stubborn)")
    await mia.type("  ")
    #expect(await mia.hearing { await mia.keys("Enter") } == ["Nothing to send"])
    await mia.keys("C-a C-k", type: "/discard")
    let given = await mia.hearing { await mia.keys("Enter") }
    #expect(given.last == "Discarded; C-x h restores the text", "\(given)")
    await mia.enter("ruder")
    await mia.noFaults()
    await mia.type("/retry")
    let again = await mia.hearing { await mia.keys("Enter") }
    #expect(again == ["Trying again: ruder", "Sent"])
    #expect(try await mia.said().map(\.text) == ["hello", "hi there", "later", "ruder"])
  }

  @Test("A draft is printed on leaving and coming back, and saved before its echo")
  func drafts() async throws {
    let mia = try await scenario()
    await mia.type("half a thought")
    #expect(mia.draft()?.text == "half a thought")
    let left = await mia.hearing { await mia.keys("M-Down") }
    #expect(left == ["draft kept in #general", "#offtopic"])
    let back = await mia.hearing { await mia.keys("M-Up") }
    #expect(back == ["#general. Team-wide chat. draft: half a thought"])
    #expect(mia.typed == "#general> half a thought|")
    try await mia.restart()
    #expect(mia.terminal.said.contains { $0.hasSuffix("draft: half a thought") })
    #expect(mia.typed == "#general> half a thought|")
  }

  @Test("/channels, /go and the list share their numbers, also with folded sections")
  func numbers() async throws {
    let mia = try await scenario()
    await mia.keys("C-x 1")
    let lines = await mia.hearing {
      await mia.enter("/channels")
    }
    #expect(
      lines.contains { $0.hasPrefix("#general") } && lines.contains { $0.hasPrefix("1: @Alex Dunn") },
      "\(lines)")
    await mia.enter("/go 1")
    #expect(mia.app.channel?.key.channelId == mia.app.sidebar.unfolded.first)
  }

  @Test("Nothing unsaved is echoed, and failing to save is reported")
  func keeping() async throws {
    let mia = try await scenario()
    mia.store.setFaults(StoreFaults(writing: .full))
    let told = await mia.hearing { await mia.type("x") }
    #expect(told.contains { $0.hasPrefix("not saved: ") }, "\(told)")
    mia.store.setFaults(.none)
    let again = await mia.hearing {
      await mia.type("y")
      await mia.wait(.seconds(60))
    }
    #expect(again.contains("drafts are saved again"), "\(again)")
  }

  @Test("Channels can be opened by key, name and number, and listed")
  func channels() async throws {
    let mia = try await scenario()
    try await mia.say("news", by: "ana", in: "offtopic")
    func heard(_ line: String) async -> [String] {
      await mia.type(line)
      return await mia.hearing { await mia.keys("Enter") }
    }
    #expect(await heard("/go off") == ["#offtopic. 1 unread, /read 1 reads them"])
    #expect(await heard("/go alex") == ["@Alex Dunn"])
    #expect(await heard("/go 9") == ["Warning: There is no channel 9"])
    await mia.keys("C-u")
    #expect(await heard("/go nowhere").last?.contains("You have no channel named nowhere") == true)
    await mia.keys("C-u", type: "a draft here")
    await mia.keys("M-/ C-a C-k")
    let list = await heard("/channels")
    #expect(list.count == 3, "\(list)")
    #expect(list.contains { $0.contains("@Alex Dunn, draft: a draft here") }, "\(list)")
    #expect(list.contains { $0.contains("#offtopic") && $0.contains("you are here") }, "\(list)")
  }

  @Test("/drafts lists them, and typing continues")
  func draftList() async throws {
    let mia = try await scenario()
    func heard(_ line: String) async -> [String] {
      await mia.type(line)
      return await mia.hearing { await mia.keys("Enter") }
    }
    #expect(await heard("/drafts") == ["No drafts"])
    _ = await heard("/go off")
    await mia.type("a draft there", keys: "M-Up")
    let list = await heard("/drafts")
    #expect(list == ["#offtopic, draft: a draft there"], "\(list)")
    #expect(mia.typed == "#general> |")
  }

  @Test("Earlier messages are read page by page, in both directions, or by number")
  func reading() async throws {
    let mia = try await Scenario(isPlain: true)
    try await mia.said(70)
    await mia.start()
    let typed = await mia.hearing { await mia.type("/read 3") }
    #expect(!typed.contains { $0.hasPrefix("mark as read") }, "no line of help: \(typed)")
    let last = await mia.hearing { await mia.keys("Enter") }
    #expect(last.map { $0.suffix(11) } == ["message 68.", "message 69.", "message 70."])
    let before = await mia.hearing { await mia.keys("PgUp") }
    #expect(before.count == 10 && before[0].hasSuffix("message 58."), "\(before)")
    let on = await mia.hearing { await mia.keys("PgDn") }
    #expect(on.first?.hasSuffix("message 68.") == true && on.count == 3, "\(on)")
    #expect(await mia.hearing { await mia.keys("PgDn") } == ["No newer messages"])
    for _ in 0..<7 { await mia.keys("PgUp") }
    #expect(mia.terminal.said.contains { $0.hasSuffix(" message 1.") }, "older ones were loaded")
    #expect(await mia.hearing { await mia.keys("PgUp") } == ["No older messages"])
    await mia.type("/read 0")
    #expect(await mia.hearing { await mia.keys("Enter") } == ["Give a number: /read 5"])
  }

  @Test("Lists, questions and messages are walked one line at a time")
  func lists() async throws {
    let mia = try await scenario(["one", "two"])
    let opened = await mia.hearing { await mia.keys("C-x b") }
    #expect(opened.count == 1 && opened[0].hasPrefix("Go to: #general"), "\(opened)")
    #expect(opened[0].contains("1 of 3") && opened[0].contains("Enter go"))
    #expect(mia.typed == "find> |")
    let moved = await mia.hearing { await mia.keys("Down") }
    #expect(moved.count == 1 && moved[0].hasSuffix("2 of 3"), "\(moved)")
    let found = await mia.hearing { await mia.type("alex") }
    #expect(found.last?.contains("@Alex Dunn") == true && mia.typed == "find> alex|", "\(found)")
    #expect(await mia.hearing { await mia.keys("Escape") } == ["closed, back in #general"])
    await mia.enter("mine")
    let chosen = await mia.hearing { await mia.keys("M-s") }
    #expect(chosen.count == 1 && chosen[0].hasPrefix("you, 12:00: mine, 3 of 3; r reply"), "\(chosen)")
    #expect(mia.typed == "message> |")
    #expect(await mia.hearing { await mia.keys("k") } == ["Ana García, 12:00: two, 2 of 3"])
    await mia.keys("j")
    let question = await mia.hearing { await mia.keys("d") }
    #expect(question == ["Delete this message? “mine” Enter: delete it for everyone, Esc: keep it"])
    let answered = await mia.hearing { await mia.keys("Esc") }
    #expect(answered == ["closed, back in #general"])
    #expect(await mia.hearing { await mia.keys("Escape") } == ["back to typing"])
    await mia.type("/help")
    let help = await mia.hearing { await mia.keys("Enter") }
    #expect(help.first == "/join CHANNEL: join a channel", "\(help)")
    #expect(help.count > 30 && help.last == "/keys lists the keys" && mia.typed == "#general> |", "\(help)")
    await mia.type("/help draft")
    let about = await mia.hearing { await mia.keys("Enter") }
    #expect(about.contains { $0.hasPrefix("/drafts: ") } && about.count < 12, "\(about)")
  }

  @Test("A thread is its own place, with its subject and draft")
  func threads() async throws {
    let mia = try await scenario(["a question?"])
    let opened = await mia.hearing { await mia.keys("M-s t") }
    let question = "Ana García, 12:00: a question?"
    #expect(opened.last?.hasPrefix("Thread in #general. \(question)") == true, "\(opened)")
    #expect(mia.typed == "#general/thread> |")
    await mia.type("my answer")
    let left = await mia.hearing { await mia.keys("C-x 0") }
    #expect(left.first == "draft kept in #general ↳ a question?", "\(left)")
    #expect(mia.typed == "#general> |")
    let again = await mia.hearing { await mia.keys("M-s t") }
    #expect(again.last?.hasSuffix("draft: my answer") == true, "\(again)")
    let sent = await mia.hearing { await mia.keys("Enter") }
    #expect(sent == ["you, 12:00: my answer", "Sent"])
  }

  @Test("Edits and quotes are announced, as is the draft that returns")
  func editing() async throws {
    let mia = try await scenario()
    await mia.enter("wrold")
    let edit = await mia.hearing { await mia.keys("Up") }
    #expect(edit == ["editing: wrold"])
    #expect(mia.typed == "edit> wrold|")
    await mia.keys("C-a C-k", type: "world")
    let done = await mia.hearing { await mia.keys("Enter") }
    #expect(done == ["Changed: world"], "\(done)")
    #expect(mia.typed == "#general> |")
    await mia.keys("Up", type: "!")
    let left = await mia.hearing { await mia.keys("Escape") }
    #expect(left == ["Edit cancelled; C-x h restores your text"], "\(left)")
    await mia.type("a draft", keys: "M-s e")
    let back = await mia.hearing { await mia.keys("Escape") }
    #expect(back.first == "draft: a draft" && back.last?.hasPrefix("Edit cancelled") == true, "\(back)")
    await mia.keys("C-u")
    await mia.enter("/offline")
    await mia.keys("Up", type: "!")
    let queued = await mia.hearing { await mia.keys("Enter") }
    #expect(queued == ["Edit queued: world!"], "\(queued)")
    await mia.enter("/online")
    let quote = await mia.hearing { await mia.keys("M-s k r") }
    #expect(quote.contains("quoting Ana García: hello"), "\(quote)")
    #expect(await mia.hearing { await mia.keys("Escape") } == ["quote removed"])
  }

  @Test("Missed events are not reported before there was anything to miss")
  func missedBefore() async throws {
    let mia = try await Scenario(isPlain: true)
    let narrator = try #require(mia.app.workspace.narrator)
    narrator.handle(.eventsMissed)
    await mia.start()
    #expect(!mia.terminal.said.contains { $0.hasPrefix("Some messages may") }, "\(mia.terminal.said)")
    let later = await mia.hearing {
      narrator.handle(.eventsMissed)
      await mia.keys("C-l")
    }
    #expect(later.contains { $0.hasPrefix("Some messages may") }, "\(later)")
  }

  @Test(
    "Only letters, Return and Backspace are written, and the last line is the input",
    arguments: [12, 40, 80])
  func bytes(columns: Int) async throws {
    let mia = try await Scenario(columns: columns, isPlain: true)
    try await mia.say("hello", by: "ana")
    await mia.start()
    let keys =
      "Left Left Backspace C-a C-e M-b C-k C-y M-b M-f C-t Home Right Delete C-_ M-Down M-Up M-Enter Up Down C-w C-x b Escape"
    for key in keys.split(separator: " ").map(String.init) {
      await mia.type("some words, ", keys: key)
      if key == "Delete" { try await mia.say("in between", by: "ana") }
      let terminal = OldTerminal(mia.terminal.written)
      #expect(terminal.isPlain)
      let shown = mia.typed.replacing("|", with: "")
      #expect(terminal.last == String(shown.reversed().drop { $0 == " " }.reversed()), "\(key)")
      #expect(terminal.column == mia.terminal.typed.prompt.width + mia.terminal.typed.caret, "\(key)")
      #expect(terminal.column < columns && terminal.last.count < columns, "\(key)")
    }
  }

  @Test("A letter at the end writes only that letter, and Backspace goes back over one")
  func append() async throws {
    let mia = try await scenario()
    func written(_ body: () async -> Void) async -> String {
      let before = mia.terminal.written.utf8.count
      await body()
      return String(mia.terminal.written.utf8.dropFirst(before)) ?? ""
    }
    #expect(await written { await mia.type("a") } == "a")
    #expect(await written { await mia.type("b") } == "b")
    #expect(await written { await mia.keys("Backspace") } == "\u{8} \u{8}")
    #expect(await written { await mia.keys("Left") } == "\u{8}")
    #expect(await written { await mia.keys("Right") } == "a")
  }
}
