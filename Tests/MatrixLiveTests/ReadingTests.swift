import HTTPTransport
import JSON
import LoopbackServer
import ProgramTerminal
import Testing

extension LiveTests {
  /// Ben's program in two rooms, one of them with messages from Ann, behind a relay that delays the answer to a read
  /// receipt or the sync with its echo.
  @Suite("Reading lowers the unread counts")
  struct ReadingTests {
    enum Order: CaseIterable {
      case asTheyCome, echoFirst, answerFirst

      func fault(_ request: ReceivedRequest) -> Relay.Fault {
        switch self {
        case .asTheyCome: .none
        case .echoFirst: request.target.contains("/receipt/") ? .lateAnswer(milliseconds: 1_500) : .none
        case .answerFirst: request.target.contains("/sync?") ? .lateAnswer(milliseconds: 700) : .none
        }
      }
    }

    /// Ann, who writes in the kitchen.
    private struct Speaker: Sendable {
      let server: LiveServer
      let token: String
      let room: String

      func say(_ words: String) async throws {
        try await server.ask(
          .put, "rooms/\(room)/send/m.room.message/\(words.filter { $0 != " " })",
          ["msgtype": "m.text", "body": words], token: token)
      }
    }

    /// Ben's program and Ann.
    private struct Scene {
      let ann: Speaker
      let ben: VirtualTerminal
      let relay: Relay

      init(_ order: Order) async throws {
        let server = try LiveServer.here()
        relay = try Relay(to: server.port) { order.fault($0) }
        let (host, guest) = (try await server.person("ann"), try await server.person("ben"))
        let hostToken = try await server.token(of: host)
        let benToken = try await server.token(of: guest)
        var rooms: [String] = []
        for name in ["kitchen", "harbour"] {
          let made = try await server.ask(
            .post, "createRoom", ["name": name, "preset": "private_chat", "invite": [guest.id]],
            token: hostToken)
          let room = made["room_id"]?.string ?? ""
          try await server.ask(.post, "join/\(room)", [:], token: benToken)
          rooms.append(room)
        }
        ann = Speaker(server: server, token: hostToken, room: rooms[0])
        ben = try Person(name: guest.name, server: server.behind(relay)).signIn()
        try ben.until("both rooms") { $0.shows("# kitchen", "# harbour") }
      }

      func open(_ room: String) throws {
        try ben.type("\u{18}b\(room)")
        try ben.until("▸ #\(room)")
        try ben.type(Keys.enter)
        try ben.until("→ #\(room)")
      }

      /// The row of the kitchen in the sidebar, from its name on.
      func entry(_ terminal: VirtualTerminal) -> String {
        let rows = (0..<terminal.rows).map { String(terminal.line($0).prefix(27)) }
        guard let row = rows.first(where: { $0.contains("# kitchen") }) else { return "" }
        return String(row.split(separator: "#").last ?? "")
      }

      func untilCounted(_ count: String) throws {
        try ben.until("\(count) unread") { entry($0).split(separator: " ").contains(Substring(count)) }
      }

      /// The row shows only the name and the time.
      func untilAllRead() throws {
        try ben.until("nothing unread") { terminal in
          let words = entry(terminal).split { " │●".contains($0) }
          return words.first == "kitchen" && words.dropFirst().allSatisfy { $0.contains(":") }
        }
      }
    }

    @Test(
      "In the open room, and in one that is opened; the new-messages line goes too",
      arguments: Order.allCases)
    func counts(order: Order) async throws {
      let scene = try await Scene(order)
      let ben = scene.ben
      try scene.open("kitchen")
      for number in 1...4 { try await scene.ann.say("open \(number)") }
      try ben.untilSaid("open 4")
      try scene.untilAllRead()
      try scene.open("harbour")
      for number in 1...3 { try await scene.ann.say("away \(number)") }
      try scene.untilCounted("3")
      try scene.open("kitchen")
      try ben.untilSaid("away 3", "── new ")
      try scene.untilAllRead()
      try scene.open("harbour")
      try scene.open("kitchen")
      try ben.untilSaid("away 3")
      #expect(!ben.says("── new "))
    }

    @Test("Going to the newest message reads a thousand")
    func thousand() async throws {
      let scene = try await Scene(.answerFirst)
      try scene.open("harbour")
      for first in stride(from: 1, to: 1_010, by: 10) {
        try await withThrowingTaskGroup { [ann = scene.ann] group in
          for number in first..<first + 10 { group.addTask { try await ann.say("many \(number)") } }
          try await group.waitForAll()
        }
      }
      try await scene.ann.say("the last one")
      try scene.untilCounted("999+")
      try scene.open("kitchen")
      // To the newest message.
      try scene.ben.type("\u{1B}[1;3F")
      try scene.ben.untilSaid("the last one")
      try scene.untilAllRead()
    }
  }
}
