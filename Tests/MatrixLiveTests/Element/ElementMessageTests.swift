import ChatDomain
import Foundation
import HTTPTransport
import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// Encrypted rooms with Element's own engine, as strict as Element can be: it gives no key to a device that its owner
  /// has not signed, and shows nothing from one.
  @Suite("Element: messages", .enabled(if: Element.isHere, Element.absence))
  struct ElementMessageTests {
    /// 20 × 8 pixels.
    static let picture = [UInt8](
      Data(
        base64Encoded:
          "iVBORw0KGgoAAAANSUhEUgAAABQAAAAICAIAAAB2/0i6AAAAFElEQVR42mM4oaBANmIY1TxUNAMAuBulAZl7VUgAAAAASUVORK5CYII="
      ) ?? Data())

    /// Ann at her terminal and Ben with Element, in an encrypted room that Ann made.
    struct Pair {
      let ann: Person
      let ben: Person
      let home = Scratch()
      let terminal: VirtualTerminal
      let element: Element
      let room: String

      init(at server: LiveServer) async throws {
        (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
        terminal = try ann.signIn(on: home, columns: 120, rows: 45)
        terminal.ignoresCommands = true
        try terminal.setUpEncryption(savingTo: home.file("recovery.txt"))
        element = try Element(ben)
        try element.string("key", "recovery")
        try terminal.send("/create --encrypted vault \(ben.id)")
        try terminal.confirm("Create #vault?")
        try terminal.until("→ #vault ⚿")
        room = try element.string("room", "invited", ["name": "vault"])
        try element.ask("join", ["room": room])
        try terminal.untilSaid("\(ben.name) joined")
      }

      /// Waits until Element shows a message of Ann's, and no warning beside it.
      @discardableResult
      func reads(_ message: [String: Any], sourceLocation: SourceLocation = #_sourceLocation) throws -> String
      {
        let shown = try element.shows(room, message.merging(["sender": ann.id]) { $1 })
        #expect(shown["shield"]?.isNull == true, "\(shown)", sourceLocation: sourceLocation)
        return try #require(shown["event"]?.string, sourceLocation: sourceLocation)
      }
    }

    /// Marks beside messages, and what stands in the place of unreadable ones.
    static let notes = [
      "not encrypted", "sender not proven", "identity changed", "encrypted:", "hidden:", "encrypted in a way",
    ]

    @Test("What the program sends is shown there without a warning")
    func writing() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (terminal, element, room) = (pair.terminal, pair.element, pair.room)
      try terminal.send("the *tide* is low")
      let text = try pair.reads(["kind": "text", "body": "the *tide* is low"])
      try terminal.until("the message, sent") { $0.says("the tide is low") && !$0.says("sending…") }
      try terminal.type(Keys.up)
      try terminal.until("editing")
      try terminal.type("er")
      try terminal.until("lower")
      try terminal.type(Keys.enter)
      try pair.reads(["event": text, "body": "the *tide* is lower", "edited": true])

      let theirs = try element.send(room, "which berth")
      try terminal.untilSaid("which berth")
      try terminal.send("/react tada")
      try element.shows(room, ["event": theirs, "reactions": ["🎉": [pair.ann.id]]])
      try terminal.send("/quote")
      try terminal.until("the quote above the composer") { $0.shows("> \(pair.ben.name)") }
      try terminal.send("the third")
      let reply = try pair.reads(["body": "the third", "reply": theirs, "thread": NSNull()])
      try terminal.type(Keys.messageMode)
      try terminal.until(" message ")
      try terminal.type("kt")
      try terminal.until("→ thread")
      try terminal.send("mind the rope")
      try pair.reads(["body": "mind the rope", "thread": theirs])
      try terminal.type(Keys.closeThread)
      try terminal.until("→ #vault")

      let notes = pair.home.write("all hands at six\n", to: "notes.txt")
      try terminal.send("/attach \(notes)")
      try terminal.until("notes.txt  17 B")
      try terminal.send("see the list")
      let file = try pair.reads([
        "kind": "file", "body": "see the list", "file": ["name": "notes.txt", "size": 17],
      ])
      #expect(try element.file(of: file, in: room) == Array("all hands at six\n".utf8))
      try terminal.untilSaid("see the list")
      try terminal.type(Keys.up)
      try terminal.until("editing")
      try terminal.type("s")
      try terminal.until("│ see the lists")
      try terminal.type(Keys.enter)
      try pair.reads(["event": file, "body": "see the lists", "edited": true, "file": ["name": "notes.txt"]])
      #expect(try element.file(of: file, in: room) == Array("all hands at six\n".utf8))
      let hill = pair.home.file("hill.png")
      try Data(Self.picture).write(to: URL(filePath: hill))
      try terminal.send("/attach \(hill)")
      try terminal.until("hill.png  \(Self.picture.count) B")
      try terminal.type(Keys.enter)
      let picture = try pair.reads(["kind": "image", "file": ["name": "hill.png", "type": "image/png"]])
      #expect(try element.file(of: picture, in: room) == Self.picture)

      try terminal.untilSaid("hill.png")
      try terminal.type(Keys.messageMode)
      try terminal.until(" message ")
      try terminal.type("kkd")
      try terminal.confirm("Delete this message?")
      try element.shows(room, ["event": reply, "kind": "redacted"])
      try await expectNoWord(
        of: pair,
        among: [
          "is low", "which berth", "the third", "the rope", "the list", "all hands", "notes.txt", "hill.png",
        ])
    }

    @Test("What it sends is shown here without a note")
    func reading() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (terminal, element, room) = (pair.terminal, pair.element, pair.room)
      let text = try element.send(room, "the **tide** is low")
      try terminal.untilSaid("the tide is low")
      try element.ask("edit", ["room": room, "event": text, "body": "the *ebb* is slow"])
      try terminal.untilSaid("the ebb is slow", "edited")
      #expect(!terminal.says("tide"))

      try terminal.send("which berth")
      let ours = try pair.reads(["body": "which berth"])
      try element.ask("react", ["room": room, "event": ours, "key": "🎉"])
      try terminal.untilSaid("🎉 1")
      try element.ask("react", ["room": room, "event": ours, "key": "🎉"])
      try terminal.until("no reaction") { !$0.says("🎉") }
      try element.send(room, "the third", ["reply": ours])
      try terminal.untilSaid("the third", "> you: which berth")
      try element.send(room, "mind the rope", ["thread": ours])
      try terminal.untilSaid("1 reply")
      #expect(!terminal.says("mind the rope"))
      try terminal.until("the thread in the list") {
        $0.shows("↳ which berth", "\(pair.ben.name): mind the rope")
      }

      let words = Array("all hands at six\n".utf8)
      let file = try element.send(room, file: words, named: "notes.txt", "text/plain")
      try terminal.untilSaid("notes.txt  17 B")
      try terminal.send("/save \(pair.home.file("saved.txt"))")
      try terminal.until("the saved file") { _ in pair.home.text(of: "saved.txt") == "all hands at six\n" }
      _ = try element.send(
        room, file: Self.picture, named: "hill.png", "image/png", ["width": 20, "height": 8])
      try terminal.untilSaid("hill.png", "▀")
      let hill = pair.home.file("hill.png")
      try terminal.send("/save \(hill)")
      try terminal.until("the saved picture") { _ in
        FileManager.default.contents(atPath: hill) == Data(Self.picture)
      }

      try element.ask("caption", ["room": room, "event": file, "body": "see the list"])
      try terminal.untilSaid("see the list")

      for note in Self.notes { #expect(!terminal.says(note), "\(note): \(terminal.text)") }
      try element.ask("redact", ["room": room, "event": file])
      try terminal.until("the deletion") { $0.says("message deleted") && !$0.says("notes.txt") }
      try await expectNoWord(
        of: pair,
        among: [
          "is low", "is slow", "which berth", "the third", "the rope", "the list", "all hands", "notes.txt",
        ])
    }

    @Test("Its polls and voice messages are shown here, its mentions call, and a poll counts its votes")
    func kinds() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (terminal, element, room) = (pair.terminal, pair.element, pair.room)
      let poll = try element.string(
        "event", "poll", ["room": room, "question": "which berth", "answers": ["third", "fourth"]])
      try terminal.untilSaid("Poll: which berth", "○ third", "○ fourth", "nobody has voted")
      try element.ask("vote", ["room": room, "event": poll, "answers": [1]])
      try terminal.untilSaid("fourth · 1 vote", "1 person voted")
      let sound = [UInt8](repeating: 7, count: 3_000)
      try element.ask("voice", ["room": room, "seconds": 2, "data": Data(sound).base64EncodedString()])
      try terminal.untilSaid("voice message, 0:02  3 kB")
      let saved = pair.home.file("voice.ogg")
      try terminal.send("/save \(saved)")
      try terminal.until("the saved sound") { _ in FileManager.default.contents(atPath: saved) == Data(sound)
      }
      try element.send(room, "[\(pair.ann.name)](https://matrix.to/#/\(pair.ann.id)): come here")
      try terminal.untilSaid("@you: come here")
      for note in Self.notes { #expect(!terminal.says(note), "\(note): \(terminal.text)") }
      try await expectNoWord(of: pair, among: ["which berth", "come here", "message.ogg"])
    }

    /// What was said is in no event that the server has. No base64 has blanks and full stops.
    private func expectNoWord(
      of pair: Pair, among words: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let server = pair.ann.server
      let events = try await server.ask(
        .get, "rooms/\(pair.room)/messages?dir=b&limit=500", token: try await server.token(of: pair.ben))
      let text = String(decoding: events.raw, as: UTF8.self)
      #expect(text.contains("m.room.encrypted"), sourceLocation: sourceLocation)
      for word in words where text.contains(word) {
        Issue.record("the server saw “\(word)”", sourceLocation: sourceLocation)
      }
    }
  }
}
