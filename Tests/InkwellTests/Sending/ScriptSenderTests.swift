import ChatControllers
import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import inkwell

@Suite("Sending from a script")
@MainActor
struct ScriptSenderTests {
  private let clock = ManualClock()
  private let service: InMemoryChatService
  private let device: InMemoryDevice
  private let store = InMemoryStore()
  private let client: ChatClient

  init() async throws {
    service = InMemoryChatService(clock: clock, seed: 1)
    for id in ["mia", "alex", "ana"] {
      await service.add(User(id: UserID(id), name: id.prefix(1).uppercased() + id.dropFirst()))
    }
    device = await service.device(user: "mia", id: "script")
    for (id, name) in [("general", "general"), ("one", "twin"), ("two", "twin")] {
      _ = try await device.createChannel(
        NewChannel(id: ChannelID(id), name: name, type: .group, members: ["alex"]))
    }
    _ = try await device.directChannel(with: "ana")
    client = ChatClient(service: device, store: store, clock: clock)
  }

  private final class Output {
    var said: [String] = []
    var printed = ""
  }

  private let output = Output()

  private func send(_ text: String, to channel: String, quoting quoted: MessageID? = nil) async -> Int32 {
    let sender = ScriptSender(
      client: client, tell: { [output] in output.said.append($0) },
      print: { [output] in
        output.printed += $0
        return 0
      })
    return await sender.send(text, SendRequest(channel: channel, quoted: quoted))
  }

  private func messages(in channel: ChannelID = "general") async throws -> [Message] {
    try await device.messages(MessageQuery(channelId: channel)).elements
  }

  @Test(
    "A channel is given by name or id, and the message's id is printed",
    arguments: ["#general", "general"])
  func sends(name: String) async throws {
    #expect(await send("it works", to: name) == 0)
    let sent = try #require(try await messages().last)
    #expect(sent.text == "it works" && output.printed == "\(sent.id)\n" && output.said.isEmpty)
    #expect(await send("a quote", to: name, quoting: sent.id) == 0)
    #expect(try await messages().last?.quoted?.id == sent.id)
    try await client.stop()
  }

  @Test("A person works like a channel, and the draft there stays")
  func direct() async throws {
    try await client.start()
    let id = try await device.directChannel(with: "ana").id
    let draft = try client.messageDraft(for: DraftKey(channelId: id))
    draft.update(text: "half a sentence")
    #expect(await send("from a script", to: "Ana") == 0)
    #expect(try await messages(in: id).last?.text == "from a script")
    #expect(draft.text == "half a sentence")
    try await client.stop()
  }

  @Test("A message that cannot be sent is reported and not sent")
  func refused() async throws {
    #expect(await send("", to: "general") == 65)
    #expect(await send(" \n", to: "general") == 65)
    #expect(await send("words", to: "nowhere") == 66)
    #expect(await send("words", to: "twin") == 66)
    #expect(
      output.said.contains("twin could be one or two") || output.said.contains("twin could be two or one"))
    #expect(await send("words", to: "general", quoting: "nothing") == 77)
    #expect(try await messages().isEmpty && output.printed.isEmpty)
    try await client.stop()
  }

  @Test("Offline a message waits, for a channel that this device has seen")
  func offline() async throws {
    // More channels than a page.
    for number in 0..<120 {
      _ = try await device.createChannel(
        NewChannel(id: ChannelID("c\(number)"), name: "room \(number)", type: .group, members: ["alex"]))
    }
    #expect(await send("first", to: "general") == 0)
    try await client.stop()
    await device.setFaults(.offline)
    let cutOff = ChatClient(service: device, store: store, clock: clock)
    func sendAtOnce(_ text: String, to channel: String) async -> Int32 {
      let sender = ScriptSender(
        client: cutOff, tell: { [output] in output.said.append($0) }, print: { _ in 0 })
      return await sender.send(text, SendRequest(channel: channel, wait: .zero))
    }
    let late = Task { await sendAtOnce("words for later", to: "#general") }
    await settle("the end of the wait") {
      clock.advance(by: .milliseconds(1))
      return !output.said.isEmpty
    }
    #expect(await late.value == 75)
    #expect(await sendAtOnce("words", to: "room 7") == 75)
    #expect(await sendAtOnce("words", to: "nowhere") == 69)
    try await cutOff.stop()
    await device.setFaults(.none)
    let next = ChatClient(service: device, store: store, clock: clock)
    try await next.start()
    try await settle("the messages") {
      clock.advance(by: .seconds(5))
      let count = try await (messages().count, messages(in: "c7").count)
      return count == (2, 1)
    }
    #expect(try await messages().map(\.text) == ["first", "words for later"])
    try await next.stop()
  }

  @Test("Without an answer in time the message stays in the outbox and the next client sends it")
  func waits() async throws {
    await device.setFaults(.with { $0.busy = BusyTime([.send], until: clock.now + .seconds(120)) })
    let sending = Task { await send("late words", to: "general") }
    await settle("the end of the wait") {
      clock.advance(by: .seconds(1))
      return !output.said.isEmpty
    }
    #expect(await sending.value == 75)
    #expect(
      output.said == [
        "no answer from the server yet: the message waits, and is sent when the account is opened"
      ])
    try await client.stop()
    await device.setFaults(.none)
    let next = ChatClient(service: device, store: store, clock: clock)
    try await next.start()
    try await settle("the message") {
      clock.advance(by: .seconds(5))
      return try await !messages().isEmpty
    }
    #expect(try await messages().map(\.text) == ["late words"])
    try await next.stop()
  }
}
