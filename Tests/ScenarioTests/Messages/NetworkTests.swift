import ChatControllers
import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Messages: signed out, busy, and ids chosen by the service", .serialized)
struct NetworkTests {
  @Test("Signed out it says so, queues messages, and sends them after signing in")
  func signedOut() async throws {
    let mia = try await Scenario().start()
    let terminal = await mia.device("mia", "terminal")
    await terminal.setFaults(.signedOut)
    await mia.settle()
    #expect(mia.lastLine.contains("signed out"), "\(mia.picture)")
    await mia.enter("for later", .shows("for later"), .hides("failed"))
    await mia.type("a draft")
    await mia.wait(.seconds(600))
    #expect(try await mia.said().isEmpty)
    #expect(try await mia.draftElsewhere() == nil)
    await terminal.setFaults(.none)
    mia.client.retryNow()
    await mia.settle()
    await mia.wait(.seconds(5))
    #expect(mia.lastLine.contains("online"), "\(mia.picture)")
    #expect(try await mia.said().map(\.text) == ["for later"])
    #expect(try await mia.draftElsewhere() == "a draft")
    #expect(mia.line == "a draft|")
  }

  @Test("Offline the last line counts down to the next attempt, with no extra frames")
  func offlineSince() async throws {
    let mia = try await Scenario(columns: 100).start()
    await mia.offline(true)
    #expect(mia.lastLine.contains("offline since 12:00, retry in"), "\(mia.picture)")
    // The text changes with each attempt, and keeps the time since it is offline.
    await mia.wait(.seconds(300))
    #expect(mia.lastLine.contains("offline since 12:00, "), "\(mia.picture)")
    await mia.offline(false)
    await mia.wait(.seconds(60))
    #expect(mia.lastLine.contains("online") && !mia.lastLine.contains("offline"), "\(mia.picture)")
  }

  @Test(
    "A failing server is not called offline: its error and the next attempt are shown",
    arguments: [
      (.failure(status: 500, retryAfter: nil), 120, "! the server returned an error (500), retrying in"),
      (.failure(status: 500, retryAfter: nil), 80, "! server error (500), retrying in"),
      (.unreadable, 120, "! the server's answer is unreadable, retrying in"),
      (.unreadable, 70, "! unreadable answer, retrying in"),
      (.tooLarge(limit: 64 << 20), 120, "! the server's answer is larger than 64 MB, retrying in"),
      (.tooLarge(limit: 64 << 20), 80, "! answer too large, retrying in"),
    ] as [(ChatError.AnswerFault, Int, String)])
  func failing(fault: ChatError.AnswerFault, columns: Int, sentence: String) async throws {
    let mia = try await Scenario(columns: columns).start()
    await mia.device("mia", "terminal").setFaults(.with { $0.badAnswer = fault })
    await mia.settle()
    #expect(mia.lastLine.contains(sentence) && !mia.shows("offline"), "\(mia.picture)")
    await mia.enter("for later", .shows("for later"), .hides("failed"))
    await mia.wait(.seconds(60))
    #expect(try await mia.said().isEmpty)
    await mia.device("mia", "terminal").setFaults(.none)
    await mia.wait(.seconds(60))
    #expect(mia.lastLine.contains("online"), "\(mia.picture)")
    #expect(try await mia.said().map(\.text) == ["for later"])
  }

  @Test("Remaining history is shown with its amount")
  func catchingUp() async throws {
    let mia = try await Scenario(columns: 100).start()
    await mia.device("mia", "terminal").setFaults(
      .with { $0.catchingUp = CatchingUp(channelsLeft: 12, of: 40) })
    await mia.settle()
    #expect(mia.lastLine.contains("catching up: 12 channels left"), "\(mia.picture)")
    await mia.enter("meanwhile")
    #expect(try await mia.said().map(\.text) == ["meanwhile"])
    await mia.device("mia", "terminal").setFaults(.none)
    await mia.settle()
    #expect(mia.lastLine.contains("online"), "\(mia.picture)")
  }

  @Test("A busy service's pause is counted down and ends by itself")
  func pause() async throws {
    let mia = try await Scenario(columns: 100).start()
    await mia.busy([.send], for: .seconds(20))
    await mia.settle()
    #expect(mia.lastLine.contains("online · server busy for 20 s"), "\(mia.picture)")
    await mia.wait(.seconds(12))
    #expect(mia.lastLine.contains("busy for 8 s"), "\(mia.picture)")
    await mia.wait(.seconds(9))
    #expect(mia.lastLine.contains("online") && !mia.lastLine.contains("busy"), "\(mia.picture)")
  }

  @Test("A slow request blocks nothing, is shown after a moment, and Escape cancels it")
  func longWork() async throws {
    let mia = try await Scenario(columns: 100).start()
    await mia.slow(.seconds(20))
    await mia.enter("/create plans", .hides("Waiting for the service"))
    await mia.wait(.seconds(2))
    mia.sees("Waiting for the service…")
    await mia.type("words", .line("words|"), .shows("Waiting for the service…"))
    await mia.keys("Escape", .notice("Cancelled; C-x h restores the command"), .line("words|"))
    await mia.wait(.seconds(60))
    mia.misses("Waiting for the service")
    #expect(mia.app.channel?.key.channelId == "general" && mia.line == "words|")
  }

  @Test("A command that is cancelled at once returns, and the notice says what may happen")
  func cancelled() async throws {
    let mia = try await Scenario().start()
    await mia.slow(.seconds(20))
    await mia.enter("/create plans")
    await mia.wait(.seconds(2))
    await mia.keys("Escape", .notice("Cancelled; the service may still complete it"))
    #expect(mia.line == "/create plans|", "\(mia.picture)")
  }

  @Test("A request that ends by itself removes its notice")
  func longWorkEnds() async throws {
    let mia = try await Scenario(columns: 100).start()
    await mia.slow(.seconds(5))
    await mia.enter("/create plans")
    await mia.wait(.seconds(2))
    mia.sees("Waiting for the service…")
    // One request after the other.
    for _ in 0..<20 { await mia.wait(.seconds(5)) }
    mia.misses("Waiting for the service")
    #expect(mia.app.channel?.key.channelId != "general", "\(mia.picture)")
  }

  @Test("Starting signed out shows cached data, and new data after signing in")
  func startedSignedOut() async throws {
    let mia = try await Scenario()
    try await mia.say("kept", by: "ana")
    await mia.start()
    await mia.device("mia", "terminal").setFaults(.signedOut)
    await mia.settle()
    try await mia.restart()
    await mia.device("mia", "terminal").setFaults(.signedOut)
    await mia.settle()
    try await mia.say("meanwhile", by: "ana")
    mia.misses("meanwhile")
    await mia.device("mia", "terminal").setFaults(.none)
    mia.client.retryNow()
    await mia.settle()
    mia.sees("kept", "meanwhile")
  }

  @Test("A rejected message is retried when the service has time")
  func busy() async throws {
    let mia = try await Scenario().start()
    await mia.busy([.send], for: .seconds(60))
    await mia.enter("words")
    await mia.wait(.seconds(59))
    mia.misses("failed")
    #expect(try await mia.said().isEmpty)
    await mia.wait(.seconds(2))
    #expect(try await mia.said().map(\.text) == ["words"])
  }

  @Test("A changed limit applies from then on")
  func limits() async throws {
    let mia = try await Scenario(columns: 120).start()
    var limits = await mia.device("mia", "terminal").limits
    limits.messageBytes = 10
    await mia.service.setLimits(limits)
    await mia.settle()
    await mia.enter("more than ten", .shows("It is 3 bytes too long"))
    await mia.keys("Escape", .line("more than ten|"))
    limits.messageBytes = 13
    await mia.service.setLimits(limits)
    await mia.settle()
    await mia.keys("Enter")
    #expect(try await mia.said().map(\.text) == ["more than ten"])
  }

  @Test("/create opens the new channel, whatever its id", arguments: ["plans", "plans ana"])
  func ids(_ words: String) async throws {
    let mia = try await Scenario(lacking: [.choosesIds, .addsMembers]).start()
    await mia.enter("/create \(words)")
    let open = try #require(mia.app.channel?.key.channelId)
    #expect(open != "general" && open != "plans", "\(mia.picture)")
    mia.sees("plans")
    await mia.enter("first words")
    #expect(try await mia.said(in: open).map(\.text).contains("first words"))
  }

  @Test("/dm opens the conversation before the other person has joined, with their name")
  func direct() async throws {
    let mia = try await Scenario(lacking: [.choosesIds, .addsMembers]).start()
    await mia.enter("/dm ana", .shows("Ana García"))
    await mia.type("hello")
    let ana = await mia.device("ana")
    #expect(try await ana.invitations(ListQuery()).elements.isEmpty)
    await mia.keys("Enter")
    let open = try #require(mia.app.channel?.key.channelId)
    #expect(try await ana.invitations(ListQuery()).elements.map(\.id) == [open])
    #expect(try await ana.join(open).lastMessage?.text == "hello")
    await mia.settle()
    try await mia.say("hi", by: "ana", in: open)
    mia.sees("hi")
  }

  @Test("An invitation leaves the channel list alone until it is accepted, on every device")
  func invitation() async throws {
    let mia = try await Scenario(lacking: [.addsMembers]).start()
    let ana = await mia.device("ana")
    _ = try await ana.createChannel(
      NewChannel(id: "secret", name: "secret", type: .group, members: ["mia"]))
    await mia.settle()
    mia.misses("# secret")
    _ = try await mia.device("mia", "phone").join("secret")
    await mia.settle()
    mia.sees("# secret")
  }
}
