import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Synchronization
import Testing

@testable import ChatControllers
@testable import ChatSync

/// Ann's client of an in-memory service with a manual clock, and Ben's device.
final class ClientFixture {
  let clock: ManualClock
  let service: InMemoryChatService
  let ann: InMemoryDevice
  let ben: InMemoryDevice
  let store: InMemoryStore
  let client: ChatClient
  let log: NoticeLog
  let room: ChannelID = "room"

  var outbox: Outbox { client.engine.outbox }

  convenience init(
    limits: ServiceLimits? = nil, files: any InputFileReader = NoInputFiles(),
    takeBackPeriod: Duration = .zero, sendsFilesWhole: Bool = false, mentionsQuotedAuthors: Bool = true
  ) async throws {
    let clock = ManualClock()
    var configuration = ServiceConfiguration()
    if let limits { configuration.limits = limits }
    let service = InMemoryChatService(clock: clock, seed: 1, configuration: configuration)
    for name in ["Ann", "Ben", "Cleo"] { await service.add(User(id: UserID(name.lowercased()), name: name)) }
    let ann = await service.device(user: "ann", id: "laptop")
    _ = try await ann.createChannel(NewChannel(id: "room", name: "Room", type: .group, members: ["ben"]))
    _ = try await ann.createChannel(NewChannel(id: "other", type: .group, members: ["ben"]))
    await self.init(
      clock: clock, service: service, store: InMemoryStore(), ids: "t", files: files,
      takeBackPeriod: takeBackPeriod, sendsFilesWhole: sendsFilesWhole,
      mentionsQuotedAuthors: mentionsQuotedAuthors)
  }

  private init(
    clock: ManualClock, service: InMemoryChatService, store: InMemoryStore, ids: String,
    files: any InputFileReader = NoInputFiles(), takeBackPeriod: Duration = .zero,
    sendsFilesWhole: Bool = false, mentionsQuotedAuthors: Bool = true
  ) async {
    var configuration = ClientConfiguration()
    configuration.mentionsQuotedAuthors = mentionsQuotedAuthors
    configuration.takeBackPeriod = takeBackPeriod
    self.clock = clock
    self.service = service
    self.store = store
    let laptop = await service.device(user: "ann", id: "laptop")
    ann = sendsFilesWhole ? laptop.sendingFilesWhole() : laptop
    ben = await service.device(user: "ben", id: "phone")
    let counter = Counter()
    client = ChatClient(
      service: ann, store: store, clock: clock, configuration: configuration, files: files,
      transactionIds: TransactionIDSource { TransactionID("\(ids)\(counter.next())") })
    log = NoticeLog(client)
  }

  /// The same device after a restart.
  func restarted() async -> ClientFixture {
    await ClientFixture(
      clock: clock, service: service, store: store, ids: "r",
      takeBackPeriod: client.configuration.takeBackPeriod)
  }

  func start() async throws {
    try await client.start()
    await log.until("the connection") { self.client.connection == .online }
  }

  func goOffline() async {
    await ann.setFaults(.offline)
    await log.until("the end of the connection") {
      if case .offline = self.client.connection { true } else { false }
    }
  }

  func goOnline() async {
    await ann.setFaults(.none)
    clock.advance(by: .seconds(60))
    await log.until("the connection") { self.client.connection == .online }
  }

  /// Every request takes this long from now on.
  func slowDown(_ latency: Duration) async {
    await ann.setFaults(.with { $0.latency = latency...latency })
  }

  func refuse(_ requests: Set<ServiceRequest>, _ refusal: ChatError.Refusal = .notAllowed) async {
    await ann.setFaults(.with { $0.refusals = [RefusedRequest(requests, refusal)] })
  }

  func loseAnswers() async {
    await ann.setFaults(.with { $0.answerLoss = 1 })
  }

  /// Waits until Ann's device has made this many requests, whatever their results.
  func untilAsked(
    _ request: ServiceRequest, times count: Int = 1, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await settle(
      "request \(count) for \(request)", until: { ann.requestCounts[request, default: 0] >= count },
      sourceLocation: sourceLocation)
  }

  /// The result of an entry.
  func result(
    of id: TransactionID, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> Message {
    try await answer("the result of \(id)", sourceLocation: sourceLocation) { [outbox] in
      try await outbox.result(of: id)
    }
  }

  /// Advances the clock whenever a task sleeps, until the body has ended.
  @discardableResult
  func whileTimePasses<Result>(_ body: () async throws -> Result) async rethrows -> Result {
    let driver = Task { [clock] in
      while !Task.isCancelled {
        await clock.waitForSleepers()
        if !Task.isCancelled { clock.advanceToNextSleeper() }
      }
    }
    let result = try await body()
    driver.cancel()
    // The driver waits for a sleeper, so provide one. Its cancellation is not an error.
    let last = Task { [clock] in try? await clock.sleep(for: .seconds(3600)) }
    await driver.value
    last.cancel()
    return result
  }

  func write(_ text: String, in channel: ChannelID = "room") -> OutgoingMessage {
    OutgoingMessage(key: DraftKey(channelId: channel), elements: [.plainText(text: text)])
  }

  @discardableResult
  func send(_ text: String, in channel: ChannelID = "room") async throws -> OutboxEntry {
    try await outbox.enqueueSend(write(text, in: channel))
  }

  /// Sends as Ann or Ben without a client.
  @discardableResult
  func say(
    _ text: String, as device: InMemoryDevice? = nil, under parent: MessageID? = nil, shown: Bool = false
  ) async throws -> Message {
    said += 1
    return try await (device ?? ben).send(
      NewMessage(
        transactionId: TransactionID("said\(said)"), channelId: room, parentId: parent, markup: text,
        isShownInChannel: parent == nil || shown))
  }
  private var said = 0

  /// What the service has in a channel, as Ben sees it.
  func history(_ channel: ChannelID = "room") async throws -> [String] {
    try await ben.messages(MessageQuery(channelId: channel, limit: 100)).elements.map(\.text)
  }

  func isInState(_ id: TransactionID, _ state: LocalMessageState?) -> Bool {
    outbox.queue[id]?.message.localState == state
  }
}

/// A thread-safe counter.
nonisolated final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock {
      $0 += 1
      return $0
    }
  }
}
