import ChatDomain
import Foundation
import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// Inkwell and matrix-nio, in a plain room and in an encrypted one, where both devices are signed: each shows what the
  /// other one sends.
  @Suite("An independent client")
  struct OtherClientTests {
    /// A room of nio's in which both are.
    struct Pair {
      let me: Person
      let terminal: VirtualTerminal
      let nio: Nio
      let nioName: String
      let room: String

      init(at server: LiveServer, isEncrypted: Bool = false) async throws {
        me = try await server.person("ann")
        var recoveryKey: String?
        if isEncrypted {
          let laptop = try await EncryptedDevice(Account(of: me), "LAPTOP")
          recoveryKey = try await laptop.setUp()
          await laptop.close()
        }
        let other = try await server.person("nio")
        nioName = other.name
        nio = try Nio(other)
        if isEncrypted { try await nio.signDevice(of: other) }
        terminal = try me.signIn(columns: 120)
        if recoveryKey != nil {
          // It leads to the recovery key by itself, which comes later here.
          try terminal.until("▸ Enter your recovery key")
          try terminal.type(Keys.escape)
          try terminal.until("no panel") { !$0.shows("Fingerprint") }
        }
        let options: [String: Any] = isEncrypted ? ["encrypted": true] : ["topic": "boats"]
        room = try nio.create("harbour", options.merging(["invite": [me.id]]) { $1 })
        try terminal.until("from \(nioName) · " + (isEncrypted ? "⚿ encrypted" : "boats"))
        try terminal.type(Keys.enter)
        try terminal.until(isEncrypted ? "→ #harbour ⚿" : "→ #harbour")
        if let recoveryKey {
          try terminal.enter(recoveryKey: recoveryKey)
          // It learns of our new device with a sync.
          try nio.ask("shows", ["room": room])
        } else {
          try nio.until(room, ["members": [me.id, nio.id]])
        }
      }
    }

    @Test(
      "Its text, formats, mentions, edits, reactions, replies, threads and deletions are shown",
      arguments: [false, true])
    func reading(isEncrypted: Bool) async throws {
      let pair = try await Pair(at: try LiveServer.here(), isEncrypted: isEncrypted)
      let (nio, room, terminal) = (pair.nio, pair.room, pair.terminal)
      try nio.send(room, "the tide is low")
      try terminal.untilSaid("the tide is low")
      #expect(!terminal.says("not encrypted") && !terminal.says("sender"))

      try nio.send(
        room, "*look* at the chart",
        [
          "html":
            "<b>look</b> at <a href=\"https://example.org/chart\">the chart</a><blockquote>as told</blockquote>"
        ])
      try terminal.untilSaid("look at the chart", "as told")
      #expect(!terminal.says("<b>") && !terminal.says("blockquote"))
      #expect(terminal.output(after: 0).contains("https://example.org/chart"))

      let first = try nio.send(
        room, "\(pair.me.name): ahoy",
        [
          "html": "<a href=\"https://matrix.to/#/\(pair.me.id)\">\(pair.me.name)</a>: ahoy",
          "mentions": [pair.me.id],
        ])
      try terminal.untilSaid("@you: ahoy")
      try terminal.until("the bar of a mention") { terminal in
        (0..<terminal.rows).contains {
          terminal.line($0).contains("│▎") && terminal.line($0).contains("ahoy")
        }
      }
      try nio.ask("edit", ["room": room, "event": first, "body": "\(pair.me.name): come here"])
      try terminal.untilSaid("\(pair.me.name): come here", "edited")
      #expect(!terminal.says("ahoy") && !terminal.says("* \(pair.me.name)"))

      let reaction = try nio.event(nio.ask("react", ["room": room, "event": first, "key": "🎉"]))
      try terminal.untilSaid("🎉 1")
      try nio.ask("redact", ["room": room, "event": reaction])
      try terminal.until("no reaction") { !$0.says("🎉") }

      try nio.send(room, "or stay", ["reply": first])
      try terminal.untilSaid("or stay", "> \(pair.nioName): \(pair.me.name): come here")
      try nio.send(room, "under it", ["thread": first])
      try terminal.untilSaid("1 reply")
      #expect(!terminal.says("under it"))
      // A thread below our own message counts as ours.
      try terminal.send("high tide at six")
      let mine = try nio.event(try nio.shows(room, ["body": "high tide at six"]))
      try nio.send(room, "so late", ["thread": mine])
      try terminal.until("the thread in the list") {
        $0.shows("↳ high tide at six", "\(pair.nioName): so late")
      }

      try nio.ask("redact", ["room": room, "event": first])
      try terminal.until("the deletion") {
        $0.says("message deleted") && !$0.says("│ \(pair.me.name): come here")
      }
    }

    /// HTML as other programs write it, the text that is shown and the text that is not. MatrixWireTests have the
    /// whole list with its sources.
    static let formats: [(html: String, shown: [String], hidden: [String])] = [
      (
        "<pre><code class=\"language-swift\">let tide = 1\n\nprint(tide &lt; 2)\n</code></pre>\n",
        ["┌─ swift", "│ let tide = 1", "│ print(tide < 2)", "└─"], ["language-"]
      ),
      (
        "<blockquote>\n<p>as told<br />twice</p>\n</blockquote>\n<p>so what</p>\n",
        ["▎ as told", "▎ twice", "so what"], []
      ),
      (
        "<ol><li><p>rope</p></li><li value=\"5\"><strong data-md=\"**\">tar</strong></li></ol>aboard",
        ["1. rope", "5. tar", "aboard"], ["2. "]
      ),
      (
        "<ul>\n<li><input checked=\"\" type=\"checkbox\"> oars</li>\n<li><input type=\"checkbox\"> sail</li>\n</ul>",
        ["• [x] oars", "• [ ] sail"], []
      ),
      (
        "it was <span data-mx-spoiler=\"the end\">the <em>mate</em></span>: "
          + "<a href=\"https://example.org\">see <span data-mx-spoiler>mermaid</span></a>",
        ["it was (the end) ", ": see "], ["mate", "mermaid"]
      ),
      (
        "<table><tr><td><strong>State</strong><br>open</td><td><strong>Berth</strong><br>3</td></tr></table>",
        ["State open │ Berth 3"], []
      ),
      (
        "<mx-reply><blockquote><a href=\"https://matrix.to/#/!a:s/$e\">In reply to</a> old</blockquote></mx-reply>"
          + "10<sup>6</sup> l&apos;s <font color=#ff0000>g&ouml;ne</font>",
        ["10^6 l's göne"], ["In reply to", "font"]
      ),
      (
        "<p>high water</p><p>&nbsp;</p><p><code>ls  |  wc</code> b&ZeroWidthSpace;en</p>",
        ["high water", " ls  |  wc  b", "en"], ["ZeroWidth"]
      ),
    ]

    @Test("Formats of many programs are shown as written")
    func formats() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      for (html, shown, hidden) in Self.formats {
        try pair.nio.send(pair.room, "(no format)", ["html": html])
        try pair.terminal.until("among the messages: \(shown)") { terminal in
          shown.allSatisfy { terminal.says($0) }
        }
        for words in hidden + ["(no format)", "</", "&"] {
          #expect(!pair.terminal.says(words), "\(words) is shown of \(html)")
        }
      }
    }

    @Test("Its files are saved, and its typing and receipts are shown", arguments: [false, true])
    func others(isEncrypted: Bool) async throws {
      let pair = try await Pair(at: try LiveServer.here(), isEncrypted: isEncrypted)
      let (nio, room, terminal) = (pair.nio, pair.room, pair.terminal)
      let scratch = Scratch()
      let bytes = String(repeating: "depth 4 m\n", count: 3_000)
      let file = try nio.event(
        nio.ask(
          "file",
          [
            "room": room, "name": "chart.txt", "type": "text/plain", "caption": "the chart",
            "data": Data(bytes.utf8).base64EncodedString(),
          ]))
      try terminal.untilSaid("the chart", "chart.txt  30 kB")
      try terminal.send("/save \(scratch.file("saved.txt"))")
      try terminal.until("the saved file") { _ in scratch.text(of: "saved.txt") == bytes }
      // A visible message is read.
      try nio.until(room, ["receipts": [pair.me.id: ["main": file]]])

      try nio.ask("typing", ["room": room, "on": true])
      try terminal.until("who types") { $0.shows("\(pair.nioName) is typing…") }
      try nio.ask("typing", ["room": room, "on": false])
      try terminal.until("nobody types") { !$0.shows("is typing…") }

      try terminal.type("h")
      try nio.until(room, ["typing": [pair.me.id]])
      try terminal.type("\u{8}")
      try nio.until(room, ["typing": [String]()])
    }

    @Test("It shows our text, mentions, links, edits, reactions and deletions", arguments: [false, true])
    func writing(isEncrypted: Bool) async throws {
      let pair = try await Pair(at: try LiveServer.here(), isEncrypted: isEncrypted)
      let (nio, room, terminal) = (pair.nio, pair.room, pair.terminal)
      try terminal.send("plain <b>words</b> & no stars")
      let plain = try nio.shows(room, ["sender": pair.me.id, "body": "plain <b>words</b> & no stars"])
      #expect(plain["kind"]?.string == "text" && plain["html"]?.isNull == true)
      #expect(plain["content"]?["m.mentions"]?.kind == .object)
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
      let html = mention["html"]?.string ?? ""
      #expect(
        html.contains("<a href=\"https://matrix.to/#/") && html.hasSuffix(">\(pair.nioName)</a> now"),
        "\(html)")

      // The selected region becomes a link.
      try terminal.type("the chart")
      try terminal.until("┤ the chart")
      try terminal.type("\u{0}\u{1}\u{18}l")
      try terminal.until("Link to")
      try terminal.type("example.org/chart\r")
      try terminal.until("no question") { !$0.shows("Link to") }
      try terminal.type(Keys.enter)
      let link = try nio.shows(
        room,
        ["sender": pair.me.id, "kind": "text", "html": "<a href=\"https://example.org/chart\">the chart</a>"])
      #expect(link["body"]?.string?.contains("the chart") == true)

      let event = try #require(mention["event"]?.string)
      try terminal.send("a slip")
      let slip = try #require(try nio.shows(room, ["body": "a slip"])["event"]?.string)
      // nio may receive it before our own echo arrives.
      try terminal.until("the message, sent") {
        $0.says("a slip") && !$0.says("sending…") && !$0.says("queued")
      }
      try terminal.type(Keys.up)
      try terminal.until("editing: a slip")
      try terminal.type("per")
      try terminal.until(" a slipper")
      try terminal.type(Keys.enter)
      try nio.shows(room, ["event": slip, "edited": true, "body": "a slipper", "kind": "text"])

      try terminal.send("/react tada")
      try nio.shows(room, ["event": slip, "reactions": ["🎉": [pair.me.id]]])
      try terminal.untilSaid("🎉")
      try terminal.type("\(Keys.messageMode)")
      try terminal.until(" message ")
      try terminal.type("+")
      try terminal.until("┌ React")
      try terminal.type("tada\r")
      try nio.shows(room, ["event": slip, "reactions": [String: Any]()].merging(["kind": "text"]) { $1 })
      try terminal.until("no reaction") { !$0.says("🎉") }

      try terminal.type(Keys.messageMode)
      try terminal.until(" message ")
      try terminal.type("d")
      try terminal.confirm("Delete this message?")
      let gone = try nio.shows(room, ["event": slip, "kind": "redacted"])
      #expect(gone["body"]?.isNull == true)
      // Only that message changes.
      #expect(try nio.shows(room, ["event": event])["kind"]?.string == "text")
    }

    @Test("It understands our replies, threads and files", arguments: [false, true])
    func relations(isEncrypted: Bool) async throws {
      let pair = try await Pair(at: try LiveServer.here(), isEncrypted: isEncrypted)
      let (nio, room, terminal) = (pair.nio, pair.room, pair.terminal)
      let first = try nio.send(room, "which berth")
      try terminal.untilSaid("which berth")
      try terminal.send("/quote")
      try terminal.until("the quote above the composer") { $0.shows("> \(pair.nioName)") }
      try terminal.send("the third")
      let reply = try nio.shows(room, ["body": "the third"])
      #expect(reply["reply"]?.string == first && reply["thread"]?.isNull == true)
      #expect(
        reply["content"]?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string == first
          && reply["content"]?["m.relates_to"]?["rel_type"] == nil)

      try terminal.type("\(Keys.messageMode)")
      try terminal.until(" message ")
      try terminal.type("kt")
      try terminal.until("→ thread")
      try terminal.send("mind the rope")
      let inner = try nio.shows(room, ["body": "mind the rope"])
      #expect(inner["thread"]?.string == first && inner["reply"]?.isNull == true)
      #expect(inner["content"]?["m.relates_to"]?["is_falling_back"]?.bool == true)
      // Clients without threads see a reply.
      #expect(inner["content"]?["m.relates_to"]?["m.in_reply_to"]?["event_id"]?.string == first)
      try terminal.type(Keys.closeThread)
      try terminal.until("→ #harbour")

      let scratch = Scratch()
      let path = scratch.write("knots\n", to: "knots.txt")
      try terminal.send("/attach \(path)")
      try terminal.until("knots.txt  6 B")
      try terminal.send("all of them")
      let file = try nio.shows(room, ["file": ["name": "knots.txt", "size": 6]])
      #expect(file["body"]?.string == "all of them" && file["kind"]?.string == "file")
      #expect(file["file"]?["type"]?.string?.hasPrefix("text/") == true)
      let url = try #require(file["file"]?["url"]?.string)
      // With its event, nio decrypts it.
      let event = try #require(file["event"]?.string)
      let keys: [String: Any] = isEncrypted ? ["room": room, "event": event] : [:]
      let data = try nio.ask("download", keys.merging(["url": url]) { $1 })["data"]?.string ?? ""
      #expect(Data(base64Encoded: data) == Data("knots\n".utf8))
    }

    @Test("Invitations both ways: accepted, declined, withdrawn")
    func invitations() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (nio, terminal) = (pair.nio, pair.terminal)
      let other = try nio.create("cellar", ["invite": [pair.me.id]])
      try terminal.until("Invited to #cellar by")
      try terminal.send("/invitations")
      try terminal.until("from \(pair.nioName)")
      try terminal.type(Keys.remove)
      try terminal.confirm("Decline this invitation?")
      try terminal.until("Declined: #cellar")
      try nio.untilAlone(in: other)

      let direct = try nio.create("", ["invite": [pair.me.id], "direct": true])
      try terminal.until("Invited to a conversation by \(pair.nioName)")
      try terminal.send("/invitations")
      try terminal.until("@\(pair.nioName)")
      try terminal.type(Keys.enter)
      try terminal.until("→ @ \(pair.nioName)")
      try terminal.send("only to you")
      try nio.shows(direct, ["body": "only to you"])

      try terminal.send("/create workshop \(nio.id)")
      try terminal.confirm("Create #workshop?")
      try terminal.until("→ #workshop")
      try terminal.send("bring the saw")
      try nio.until(other, ["membership": "join"])
      let invited = try nio.ask("invited", ["name": "workshop"])
      let workshop = try #require(invited["room"]?["id"]?.string)
      #expect(invited["room"]?["inviter"]?.string == pair.me.id)
      try nio.ask("join", ["room": workshop])
      try terminal.untilSaid("\(pair.nioName) joined")
      try nio.send(workshop, "here it is")
      try terminal.untilSaid("here it is")
    }

    @Test(
      "In an encrypted room, unsigned devices read nothing of each other, and nothing is sent in plain text")
    func encrypted() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (nio, terminal) = (pair.nio, pair.terminal)
      let secret = try nio.create("vault", ["invite": [pair.me.id], "encrypted": true])
      try terminal.until("Invited to #vault (encrypted) by")
      try terminal.send("/invitations")
      try terminal.until("from \(pair.nioName)")
      try terminal.type(Keys.enter)
      try terminal.until("→ #vault")
      try terminal.until("#vault · ⚿ encrypted")
      try nio.until(secret, ["members": [pair.me.id, nio.id]])
      try nio.send(secret, "nobody else may read this")
      // This client cannot sign its device.
      try terminal.untilSaid("hidden: sent from a device its sender has not signed")
      #expect(!terminal.shows("nobody else may read"))
      try terminal.send("in the clear")
      try terminal.untilSaid("in the clear")
      let room = try nio.until(secret, ["messages": [["kind": "encrypted", "sender": pair.me.id]]])
      #expect(room["messages"]?.elements.contains { $0["body"]?.string == "in the clear" } == false)
      try terminal.type("\u{3}")
      try terminal.send("/dm \(nio.id) readable for everybody")
      try terminal.until("a new conversation")
    }
  }
}
