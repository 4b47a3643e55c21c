import ChatControllers
import ChatDomain
import ChatPlatform
import DraftEngine
import InMemoryService
import Testing

@MainActor func sayHello() async throws -> [String] {
  let clock = RunningClock()
  let service = InMemoryChatService(clock: clock)
  await service.add(User(id: "alex_d", name: "Alex"))
  let laptop = await service.device(user: "mia", id: "laptop")
  _ = try await laptop.createChannel(NewChannel(id: "general", type: .group, members: ["alex_d"]))

  let client = ChatClient(service: laptop, store: InMemoryStore(), clock: clock, files: DiskFiles())
  try await client.start()
  let channel = client.channelController(for: "general")
  try await channel.synchronize()

  let draft = try channel.createMessageDraft()
  draft.update(text: "Hello Alex!")
  try draft.addMention(offset: 6, length: 4, target: .user(userId: "alex_d"))
  try await draft.send()
  try await client.stop()
  return channel.messages.filter { $0.kind == .regular }.map(\.text)
}

/// `docs/api.md` quotes the function above; `QuotedSampleTests` compares the two.
@Suite(.watched) struct GettingStartedTests {
  @Test("The first example of the document works as it says")
  func says() async throws {
    #expect(try await sayHello() == ["Hello Alex!"])
  }

  @Test("A test starts the same way, with a clock that it advances")
  func testing() async throws {
    let clock = ManualClock()
    let service = InMemoryChatService(clock: clock)
    await service.add(User(id: "alex_d", name: "Alex"))
    let laptop = await service.device(user: "mia", id: "laptop")
    let before = clock.now
    clock.advance(by: .seconds(60))
    #expect(service.clock.now - before == .seconds(60))
    #expect(try await laptop.user("alex_d").name == "Alex")
  }
}
