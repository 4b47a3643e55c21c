import Glibc
import HTTPTransport
import ProgramTerminal
import Testing

extension LiveTests {
  /// Two people with Inkwell, each in a terminal.
  @Suite("Two programs on one server")
  struct TwoProgramTests {
    /// Ann and Ben in a room created by Ann.
    struct Pair {
      let ann: VirtualTerminal
      let ben: VirtualTerminal
      let people: (ann: Person, ben: Person)

      init(at server: LiveServer, columns: Int = 100, rows: Int = 30) async throws {
        people = (try await server.person("ann"), try await server.person("ben"))
        try await server.room("kitchen", of: people.ann, inviting: [people.ben])
        ann = try people.ann.signIn(columns: columns, rows: rows)
        ben = try people.ben.signIn(columns: columns, rows: rows)
        try ann.until("→ #kitchen")
        // A person without channels sees the invitations at once.
        try ben.until("from \(people.ann.name)")
        try ben.type(Keys.enter)
        try ben.until("→ #kitchen")
        try ann.untilSaid("\(people.ben.name) joined")
      }
    }

    @Test("A wrong password is asked for again; then rooms are listed with their last messages")
    func signingIn() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      try await server.room("harbour", of: ann)
      let first = try ann.signIn()
      try first.until("→ #harbour")
      try first.send("the ferry runs again")
      // Wait for the timeline, not only the composer: commands apply to the last message.
      try first.until("the message") { $0.line($0.rows - 5).hasSuffix("you          the ferry runs again") }
      // A reaction, so that the last event of the room is not a visible message.
      try first.send("/react tada")
      try first.untilSaid("🎉")

      let device = Scratch()
      let second = try ann.start(on: device)
      try second.until(ann.question)
      try second.type("wrong horse\r")
      try second.nameDevice()
      try second.until("the name or the password is wrong")
      try second.type("\(Person.password)\r")
      try second.untilOnline()
      try second.until("the room and its last words") {
        $0.shows("1# harbour", "you: the ferry runs")
      }
      #expect(!second.shows("joined"))
      let third = try ben.signIn()
      try third.until("You are in no channel yet; C-x b finds some")
      #expect(!third.shows("harbour"))
    }

    @Test("Messages both ways, a mention, an edit, a reaction, a quote and a deletion")
    func talking() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let (ann, ben) = (pair.ann, pair.ben)
      try ann.send("is the kettle on")
      try ben.untilSaid("is the kettle on")
      try ben.send("not yet")
      try ann.untilSaid("not yet")

      try ann.type("ask @be")
      try ann.until("›\(pair.people.ben.name)")
      #expect(ann.shows(pair.people.ben.id) && !ann.shows("@\(pair.people.ben.id)"))
      try ann.type("\(Keys.tab)twice")
      try ann.until("┤ ask \(pair.people.ben.name) twice")
      try ann.type(Keys.enter)
      try ben.untilSaid("ask @you twice")
      try ben.until("the bar of a mention") { terminal in
        (0..<terminal.rows).contains {
          terminal.line($0).contains("│▎") && terminal.line($0).contains("twice")
        }
      }

      try ann.type(Keys.up)
      try ann.until("editing")
      try ann.type("!")
      try ann.until("twice!")
      try ann.type(Keys.enter)
      try ben.untilSaid("twice!", "edited")

      try ben.send("/react tada")
      try ann.untilSaid("🎉 1")
      try ben.send("/quote")
      try ben.until("the quote above the composer") { $0.shows("> \(pair.people.ann.name)") }
      try ben.send("thrice")
      try ann.untilSaid("thrice", "> you: ask \(pair.people.ben.name) twice!")

      try ann.type(Keys.messageMode)
      try ann.until(" message ")
      try ann.type("kd")
      try ann.confirm("Delete this message?")
      try ben.until("the deletion") { !$0.says("twice!") && $0.says("message deleted") }
      #expect(ben.says("thrice", "is the kettle on"))
    }

    @Test("A script sends standard input with a signed-in account, unless it is open")
    func script() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      try await server.room("galley", of: ann, inviting: [ben])
      let device = Scratch()
      let first = try ann.signIn(on: device)
      try first.until("→ #galley")
      let listener = try ben.signIn()
      try listener.until("from \(ann.name)")
      try listener.type(Keys.enter)
      try listener.until("→ #galley")
      func send(_ words: String, _ options: String) throws -> (status: Int32, text: String) {
        let command = "printf '\(words)' | '\(BuiltProgram.inkwell)' --login \(ann.name) \(options)"
        let terminal = try VirtualTerminal(["/bin/sh", "-c", command], home: device)
        return (try terminal.end(), terminal.text)
      }
      let busy = try send("too early", "--send galley")
      #expect(busy.status == 69 && busy.text.contains("has had this profile open"), "\(busy)")
      try first.type(Keys.leave)
      #expect(try first.end() == 0)

      let sent = try send("soup is ready\\n", "--send '#galley'")
      #expect(sent.status == 0 && sent.text.contains("$"), "\(sent)")
      try listener.untilSaid("soup is ready")
      let id = sent.text.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
      let file = device.write("a recipe", to: "soup.txt")
      let reply = try send("with this", "--send galley --reply-to '\(id)' --file '\(file)'")
      #expect(reply.status == 0, "\(reply)")
      try listener.untilSaid("> \(ann.name): soup is ready", "with this", "▤ soup.txt")
      #expect(try send("words", "--send nowhere").status == 66)
      #expect(try send("", "--send galley").status == 65)
    }

    @Test("A thread from its first reply to the list of threads")
    func threads() async throws {
      let pair = try await Pair(at: try LiveServer.here(), columns: 120)
      let (ann, ben) = (pair.ann, pair.ben)
      try ann.send("lunch at noon")
      try ben.untilSaid("lunch at noon")
      try ben.send("/thread")
      try ben.until("→ thread  ")
      try ben.send("rather at one")
      try ben.untilSaid("1 reply")
      try ann.untilSaid("1 reply")
      try ann.until("the thread in the list") { $0.shows("↳ lunch at noon", "rather at one") }
      try ann.send("/thread")
      try ann.until("→ thread  ")
      try ann.untilSaid("rather at one")
      try ann.send("then one")
      try ben.untilSaid("then one", "2 replies")
    }

    @Test("A file is uploaded here and saved there")
    func files() async throws {
      let pair = try await Pair(at: try LiveServer.here())
      let scratch = Scratch()
      let bytes = String(repeating: "beans, peas, marigolds\n", count: 5_000)
      let path = scratch.write(bytes, to: "seeds.txt")
      try pair.ann.send("/attach \(path)")
      try pair.ann.until("seeds.txt  115 kB")
      try pair.ann.send("what we need")
      try pair.ben.untilSaid("what we need", "seeds.txt  115 kB")
      try pair.ben.send("/save \(scratch.file("saved.txt"))")
      try pair.ben.until("the saved file") { _ in scratch.text(of: "saved.txt") == bytes }
    }

    @Test("Typed text is there after kill -9 without a password, also on the other device")
    func drafts() async throws {
      let server = try LiveServer.here()
      let person = try await server.person("ann")
      let (desk, phone) = (Scratch(), Scratch())
      try await server.room("kitchen", of: person)
      let first = try person.signIn(on: desk)
      try first.until("→ #kitchen")
      try first.type("half a thought")
      try first.until("✎ half a thought")
      let other = try person.signIn(on: phone)
      try other.until("the draft on the second device") { $0.shows("✎ half a thought", "┤ half a thought") }
      try other.type(" more")
      try first.until("┤ half a thought more")
      try first.type("!")
      try first.until("┤ half a thought! more")
      try first.killNow()
      let second = try person.start(on: desk)
      try second.until("┤ half a thought! more")
      #expect(!second.shows("Password"))
      try other.until("┤ half a thought! more")
    }

    @Test("A session ended by the server asks for the password, and the drafts are still there")
    func endedSession() async throws {
      let server = try LiveServer.here()
      let person = try await server.person("ann")
      let desk = Scratch()
      try await server.room("kitchen", of: person)
      let first = try person.signIn(on: desk)
      try first.until("→ #kitchen")
      try first.type("not to be lost")
      try first.until("✎ not to be lost")
      try await server.ask(.post, "logout", [:], token: try person.token(on: desk))
      try first.until("signed out")
      try first.type(Keys.leave)
      _ = try first.end()
      let second = try person.start(on: desk)
      try second.until(person.question)
      #expect(second.shows("has ended the session of \(person.id): please sign in again"))
      try second.type("\(Person.password)\r")
      try second.untilOnline()
      try second.until("┤ not to be lost")
    }

    @Test("An account is open once per device; messages of a second program wait for the first")
    func onlyOnce() async throws {
      let server = try LiveServer.here()
      let person = try await server.person("ann")
      let desk = Scratch()
      try await server.room("kitchen", of: person)
      let first = try person.signIn(on: desk)
      try first.until("→ #kitchen")
      try first.type("mine alone")
      try first.until("✎ mine alone")
      let second = try person.start(on: desk)
      #expect(try second.end() == 69)
      #expect(second.text.contains("an account can be open in only one"))
      try first.type(Keys.leave)
      #expect(try first.end() == 0)
      let third = try person.start(on: desk)
      try third.until("┤ mine alone")
    }

    @Test("Declining an invitation asks first, and leaves the room")
    func declining() async throws {
      let server = try LiveServer.here()
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      try await server.room("attic", of: ben)
      let (here, there) = (try ann.signIn(), try ben.signIn())
      try here.until("You are in no channel yet")
      try there.until("→ #attic")
      try await server.room("cellar", of: ann, inviting: [ben])
      try here.until("# cellar")
      try there.until("Invited to #cellar by \(ann.name); /invitations accepts or declines")
      try there.send("/invitations")
      try there.until("from \(ann.name)")
      try there.type(Keys.remove)
      try there.confirm("Decline this invitation?")
      try there.until("Declined: #cellar")
      try there.send("/invitations")
      try there.until("no invitations and no requests")
      #expect(!there.shows("# cellar"))
    }
  }
}
