import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// Two people chat, and between any two steps both of their programs are killed.
  @Suite("Two people write, killed between any two steps")
  struct EveningTests {
    /// A person at a device.
    final class Seat {
      let person: Person
      let home = Scratch()
      private(set) var terminal: VirtualTerminal

      init(_ person: Person) throws {
        self.person = person
        terminal = try person.signIn(on: home)
      }

      /// Kills the program and starts it again, without a password.
      ///
      /// - Parameter waits: whether it waits for the previous place, without which Enter sends nothing.
      func crash(waits: Bool = true) throws {
        let isOpen =
          terminal.shows("#pantry") && terminal.shows("→ ") && !terminal.shows("No channel is open")
        try terminal.killNow()
        try start()
        try terminal.untilOnline()
        if waits, isOpen {
          try terminal.until("the place of before") { $0.shows("→ #pantry") || $0.shows("→ thread") }
        }
      }

      func start() throws { terminal = try person.start(on: home) }
    }

    @Test("No action of either person is lost or duplicated")
    func evening() async throws {
      // A separate server, which is killed and restarted.
      let synapse = try Script("synapse.py", of: try LiveServer.here())
      let server = try LiveServer(try synapse.read())
      let ann = try Seat(try await server.person("ann"))
      let ben = try Seat(try await server.person("ben"))
      func crash() throws {
        try ann.crash()
        try ben.crash()
      }

      // A room: created, invitation sent, accepted.
      try ann.terminal.send("/create pantry")
      try ann.terminal.until("→ #pantry")
      try ann.crash()
      try ann.terminal.until("→ #pantry")
      try ann.terminal.send("/invite \(ben.person.id)")
      try ann.terminal.confirm("Invite to #pantry?")
      try ben.terminal.until("from \(ann.person.name)")
      try crash()
      try ben.terminal.until("from \(ann.person.name)")
      try ben.terminal.keepPicture("invitation")
      try ben.terminal.type(Keys.enter)
      try ben.terminal.until("→ #pantry")
      try ann.terminal.untilSaid("\(ben.person.name) joined")
      try crash()

      // A mention, which is still one after the crash.
      try ann.terminal.type("who has the key, @be")
      try ann.terminal.until("›\(ben.person.name)")
      try ann.terminal.type("\(Keys.tab)perhaps")
      try ann.terminal.until("┤ who has the key, \(ben.person.name) perhaps")
      try ann.crash()
      try ann.terminal.until("┤ who has the key, \(ben.person.name) perhaps")
      try ann.terminal.type(Keys.enter)
      try ben.terminal.untilSaid("who has the key, @you perhaps")
      try ben.terminal.until("the mark of a mention") { $0.hasMark(at: "perhaps") }
      try ben.terminal.keepPicture("mention")
      try crash()

      // A thread reply, typed before a crash and sent after it.
      try ben.terminal.until("→ #pantry")
      try ben.terminal.untilSaid("who has the key, @you perhaps")
      try ben.terminal.send("/thread")
      try ben.terminal.until("→ thread")
      try ben.terminal.type("under the flower pot")
      try ben.terminal.until("│ under the flower pot")
      try ben.crash()
      try ben.terminal.until("│ under the flower pot")
      try ben.terminal.keepPicture("thread")
      try ben.terminal.type(Keys.enter)
      try ben.terminal.untilSaid("1 reply")
      try ann.terminal.untilSaid("1 reply")
      try crash()
      try ben.terminal.until("→ thread")
      try ben.terminal.type(Keys.closeThread)
      try ben.terminal.until("no thread") { !$0.shows("→ thread") }

      // An edit, a reaction and a pin.
      try ann.terminal.type(Keys.up)
      try ann.terminal.until("editing")
      try ann.terminal.type("!")
      try ann.terminal.until("perhaps!")
      try ann.terminal.type(Keys.enter)
      try ben.terminal.untilSaid("perhaps!", "edited")
      try crash()
      try ben.terminal.untilSaid("perhaps!", "edited")
      try ben.terminal.send("/react tada")
      try ann.terminal.untilSaid("🎉 1")
      try ann.terminal.keepPicture("reaction")
      try crash()
      try ann.terminal.send("/pin")
      try ben.terminal.until("⌕ 1 pinned")
      try crash()

      // A file, attached before a crash and uploading during the next one.
      let recipe = String(repeating: "flour, butter, patience\n", count: 40_000)
      try ann.terminal.send("/attach \(ann.home.write(recipe, to: "recipe.txt"))")
      try ann.terminal.until("recipe.txt  960 kB")
      try ann.crash()
      try ann.terminal.until("recipe.txt  960 kB")
      try ann.terminal.type("for the weekend")
      try ann.terminal.until("┤ for the weekend")
      try ann.terminal.type(Keys.enter)
      // Both are also readable in the composer, so wait for the message list.
      try ann.terminal.until("the message on its way") {
        $0.says("for the weekend", "▤ recipe.txt") && $0.shows("write to #pantry")
      }
      try ann.terminal.keepPicture("file")
      try ann.crash()
      // A terminal whose output is not read blocks the program.
      try ann.terminal.until("the file sent") {
        $0.says("for the weekend") && !$0.says("sending…") && !$0.says("queued") && !$0.says("%")
      }
      try ben.terminal.untilSaid("for the weekend", "recipe.txt  960 kB")
      try ben.terminal.send("/save \(ben.home.file("saved.txt"))")
      try ben.terminal.until("the saved file") { _ in ben.home.text(of: "saved.txt") == recipe }
      try crash()

      // A message that is deleted.
      try ben.terminal.send("this was for somebody else")
      try ann.terminal.untilSaid("this was for somebody else")
      try ben.terminal.type(Keys.messageMode)
      try ben.terminal.until(" message ")
      try ben.terminal.type("d")
      try ben.terminal.confirm("Delete this message?")
      try ann.terminal.until("the deletion") { !$0.says("somebody else") && $0.says("message deleted") }
      try ann.terminal.keepPicture("deletion")
      try ben.crash()
      try ann.crash(waits: false)

      // A draft, typed on one device before the previous place is loaded, and finished on another one.
      try ann.terminal.type("the cake is")
      try ann.terminal.until("the draft in its place") { $0.shows("→ #pantry") && $0.shows("┤ the cake is") }
      let laptop = try Seat(ann.person)
      try laptop.terminal.until("┤ the cake is")
      try laptop.terminal.type(" in the oven")
      try ann.terminal.until("┤ the cake is in the oven")
      try ann.crash()
      try laptop.crash()
      try laptop.terminal.until("┤ the cake is in the oven")
      try laptop.terminal.keepPicture("draft")
      try laptop.terminal.type(Keys.enter)
      try ben.terminal.untilSaid("the cake is in the oven")
      try ann.terminal.until("no draft") { $0.shows("write to #pantry") }

      // The server is killed in the middle of it, and restarted.
      try synapse.ask("kill")
      for seat in [ann, ben] { try seat.terminal.until("offline") { !$0.shows("┘ online") } }
      for (seat, words) in [(ann, "is anybody there"), (ben, "one moment")] {
        try seat.terminal.send(words)
        try seat.terminal.untilSaid(words, "queued")
        try seat.terminal.killNow()
        try seat.start()
        try seat.terminal.untilSaid(words, "queued")
      }
      try ann.terminal.keepPicture("offline")
      try synapse.ask("start")
      for seat in [ann, ben] {
        try seat.terminal.untilSaid("is anybody there", "one moment")
        try seat.terminal.until("all sent") {
          !$0.says("queued") && !$0.says("sending…") && $0.shows("┘ online")
        }
      }
      try ann.terminal.keepPicture("online")

      // An independent client shows everything exactly once.
      let nio = try Nio(ann.person)
      let rooms = try nio.ask("rooms")["rooms"]?.strings ?? []
      let room = try #require(rooms.first)
      #expect(rooms.count == 1)
      let shown = try #require(try nio.ask("shows", ["room": room])["room"]?["messages"]?.elements)
      let bodies = shown.compactMap { $0["kind"]?.string == "redacted" ? "redacted" : $0["body"]?.string }
      #expect(
        bodies.sorted()
          == [
            "for the weekend", "is anybody there", "one moment", "redacted", "the cake is in the oven",
            "under the flower pot", "who has the key, \(ben.person.name) perhaps!",
          ])
    }
  }
}

extension VirtualTerminal {
  /// Whether the message with these words is marked as a mention of the reader.
  fileprivate func hasMark(at words: String) -> Bool {
    (0..<rows).contains { line($0).contains("│▎") && line($0).contains(words) }
  }
}
