import ChatDomain
import Foundation
import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// Inkwell and matrix-nio in an encrypted room, both on signed devices: each reads what the other one sends.
  @Suite("An independent client in an encrypted room")
  struct EncryptedClientTests {
    /// A room of nio's in which both are.
    struct Pair {
      let me: Person
      let terminal: VirtualTerminal
      let nio: Nio
      let nioName: String
      let room: String

      init(at server: LiveServer) async throws {
        me = try await server.person("ann")
        let laptop = try await EncryptedDevice(Account(of: me), "LAPTOP")
        let recoveryKey = try await laptop.setUp()
        await laptop.close()
        let other = try await server.person("nio")
        nioName = other.name
        nio = try Nio(other)
        try await nio.signDevice(of: other)
        room = try nio.create("vault", ["invite": [me.id], "encrypted": true])
        terminal = try me.signIn(columns: 120)
        try terminal.until("from \(nioName) · ⚿ encrypted")
        try terminal.type(Keys.enter)
        try terminal.until("→ #vault ⚿")
        try terminal.enter(recoveryKey: recoveryKey)
        // It learns of our new device with a sync.
        try nio.ask("shows", ["room": room])
      }
    }

    @Test("Its text, edits, replies, threads, reactions, deletions and files are shown")
    func reading() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (nio, room, terminal) = (pair.nio, pair.room, pair.terminal)
      try nio.send(room, "the tide is low")
      try terminal.untilSaid("the tide is low")
      #expect(!terminal.says("not encrypted") && !terminal.says("sender"))
      let first = try nio.send(
        room, "\(pair.me.name): ahoy",
        [
          "html": "<a href=\"https://matrix.to/#/\(pair.me.id)\">\(pair.me.name)</a>: ahoy",
          "mentions": [pair.me.id],
        ])
      try terminal.untilSaid("@you: ahoy")
      try nio.ask("edit", ["room": room, "event": first, "body": "\(pair.me.name): come here"])
      try terminal.untilSaid("\(pair.me.name): come here", "edited")
      try nio.ask("react", ["room": room, "event": first, "key": "🎉"])
      try terminal.untilSaid("🎉 1")
      try nio.send(room, "or stay", ["reply": first])
      try terminal.untilSaid("or stay", "> \(pair.nioName): \(pair.me.name): come here")
      try nio.send(room, "under it", ["thread": first])
      try terminal.untilSaid("1 reply")
      #expect(!terminal.says("under it"))

      let bytes = String(repeating: "depth 4 m\n", count: 3_000)
      try nio.ask(
        "file",
        [
          "room": room, "name": "chart.txt", "type": "text/plain", "caption": "the chart",
          "data": Data(bytes.utf8).base64EncodedString(),
        ])
      try terminal.untilSaid("the chart", "chart.txt  30 kB")
      let scratch = Scratch()
      try terminal.send("/save \(scratch.file("saved.txt"))")
      try terminal.until("the saved file") { _ in scratch.text(of: "saved.txt") == bytes }

      try nio.ask("redact", ["room": room, "event": first])
      try terminal.until("the deletion") { $0.says("message deleted") }
    }

    @Test("It reads our text, mentions, edits, replies, threads, reactions, deletions and files")
    func writing() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (nio, room, terminal) = (pair.nio, pair.room, pair.terminal)
      try terminal.send("<b>words</b> & *stars*")
      let stars = try nio.shows(room, ["sender": pair.me.id, "body": "<b>words</b> & *stars*"])
      #expect(stars["html"]?.string == "&lt;b&gt;words&lt;/b&gt; &amp; <em>stars</em>")
      try terminal.type("ask @nio")
      try terminal.until("›\(pair.nioName)")
      try terminal.type("\(Keys.tab)now")
      try terminal.until("┤ ask \(pair.nioName) now")
      try terminal.type(Keys.enter)
      let mention = try nio.shows(room, ["sender": pair.me.id, "body": "ask \(pair.nioName) now"])
      #expect(mention["mentions"]?.strings == [nio.id])

      try terminal.send("a slip")
      let slip = try #require(try nio.shows(room, ["body": "a slip"])["event"]?.string)
      try terminal.until("the message, sent") {
        $0.says("a slip") && !$0.says("sending…") && !$0.says("queued")
      }
      try terminal.type(Keys.up)
      try terminal.until("editing: a slip")
      try terminal.type("per")
      try terminal.until("│ a slipper")
      try terminal.type(Keys.enter)
      try nio.shows(room, ["event": slip, "edited": true, "body": "a slipper"])
      try terminal.send("/react tada")
      try nio.shows(room, ["event": slip, "reactions": ["🎉": [pair.me.id]]])

      let first = try nio.send(room, "which berth")
      try terminal.untilSaid("which berth")
      try terminal.send("/quote")
      try terminal.until("the quote above the composer") { $0.shows("> \(pair.nioName)") }
      try terminal.send("the third")
      let reply = try nio.shows(room, ["body": "the third"])
      #expect(reply["reply"]?.string == first && reply["thread"]?.isNull == true)
      try terminal.type("\(Keys.messageMode)")
      try terminal.until(" message ")
      try terminal.type("kt")
      try terminal.until("→ thread")
      try terminal.send("mind the rope")
      #expect(try nio.shows(room, ["body": "mind the rope"])["thread"]?.string == first)
      try terminal.type(Keys.closeThread)
      try terminal.until("→ #vault")

      let scratch = Scratch()
      try terminal.send("/attach \(scratch.write("knots\n", to: "knots.txt"))")
      try terminal.until("knots.txt  6 B")
      try terminal.send("all of them")
      let file = try nio.shows(room, ["body": "all of them", "kind": "file", "file": ["name": "knots.txt"]])
      let url = try #require(file["file"]?["url"]?.string)
      let event = try #require(file["event"]?.string)
      let data = try nio.ask("download", ["url": url, "room": room, "event": event])
      #expect(Data(base64Encoded: data["data"]?.string ?? "") == Data("knots\n".utf8))

      try terminal.type(Keys.messageMode)
      try terminal.until(" message ")
      try terminal.type("d")
      try terminal.confirm("Delete this message?")
      try nio.shows(room, ["event": event, "kind": "redacted"])
    }
  }
}
