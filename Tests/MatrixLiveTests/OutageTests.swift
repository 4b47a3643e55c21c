import JSON
import ProgramTerminal
import Testing

extension LiveTests {
  /// A separate server, which is killed and restarted.
  @Suite("The server is killed during sending")
  struct OutageTests {
    @Test("Messages sent meanwhile arrive once, and so do those in flight")
    func killedAndStarted() async throws {
      let synapse = try Script("synapse.py", of: try LiveServer.here())
      let server = try LiveServer(try synapse.read())
      let (ann, ben) = (try await server.person("ann"), try await server.person("ben"))
      try await server.room("kitchen", of: ann, inviting: [ben])
      let (here, there) = (try ann.signIn(), try ben.signIn())
      try here.until("→ #kitchen")
      try there.until("from \(ann.name)")
      try there.type(Keys.enter)
      try there.until("→ #kitchen")
      for round in 1...3 {
        // Types without waiting for the result.
        try here.type("on its way \(round)")
        try here.until("┤ on its way \(round)")
        try here.type(Keys.enter)
        try synapse.ask("kill")
        try here.until("offline") { !$0.shows("┘ online") }
        try here.send("meanwhile \(round)")
        try here.until("queued")
        try there.until("offline") { !$0.shows("┘ online") }
        try synapse.ask("start")
        try there.untilSaid("on its way \(round)", "meanwhile \(round)")
        try here.until("both sent") { !$0.shows("queued") && !$0.shows("sending…") && $0.shows("┘ online") }
      }
      try there.send("all here")
      try here.untilSaid("all here")
      for terminal in [here, there] {
        for round in 1...3 {
          #expect(terminal.messages.ranges(of: "on its way \(round)").count == 1)
          #expect(terminal.messages.ranges(of: "meanwhile \(round)").count == 1)
        }
      }
    }
  }
}
