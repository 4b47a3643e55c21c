import ChatDomain
import ChatTestSupport
import DraftEngine
import HTTPTransport
import InMemoryService
import LoopbackServer
import MatrixService
import ProgramTerminal

@testable import ChatControllers
@testable import ChatSync

/// A device of a person: the whole client without a screen, connected through a relay. Programs are killed and
/// restarted on it; its store, cache and session stay.
@MainActor
final class LiveDevice {
  let name: String
  let person: Int
  let number: Int
  let relay: Relay
  let weather: Weather
  let clock: any ChatClock
  let store = InMemoryStore()
  let sendings = Sendings()
  private(set) var client: ChatClient
  private(set) var service: MatrixService
  private(set) var channels: [ChannelID: ChannelController] = [:]
  private let rooms: [ChannelID]
  private let folder = Scratch()
  let sessionStore: KeptSessionStore
  private(set) var life = Life()
  private var lives = 0
  private var drafts: [DraftKey: MessageDraft] = [:]
  private var subscription: Subscription?
  /// Called with each event of the device.
  var hear: (String) -> Void = { _ in }

  /// Shared by all devices, because it keeps connections.
  private static let transport = CurlTransport(abreast: 64)

  init(
    _ name: String, _ number: Int, of account: Account, person: Int, in rooms: [ChannelID], seed: UInt64,
    clock: any ChatClock
  ) async throws {
    (self.name, self.number, self.person, self.rooms, self.clock) = (name, number, person, rooms, clock)
    let weather = Weather(seed: seed)
    self.weather = weather
    guard let port = account.server.url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw LiveServer.Trouble(description: "no port in \(account.server.url)")
    }
    relay = try Relay(to: port) { _ in weather.next() }
    let session = try await account.signIn(DeviceID(name), at: relay.url, Self.transport)
    sessionStore = KeptSessionStore(session)
    (service, client) = Self.begin(session, sessionStore, folder, life, store, clock, name)
    listen()
  }

  private static func begin(
    _ session: MatrixSession, _ sessionStore: KeptSessionStore, _ folder: Scratch, _ life: Life,
    _ store: InMemoryStore,
    _ clock: any ChatClock, _ prefix: String
  ) -> (MatrixService, ChatClient) {
    let service = MatrixService(
      session: session, sessionStore: sessionStore, folder: folder.path,
      transport: MortalTransport(life: life, base: transport), clock: clock, encrypts: false)
    var configuration = ClientConfiguration()
    // Small, so that there is more than one page.
    configuration.pageSize = 8
    configuration.longestRetryDelay = .seconds(4)
    let counter = TransactionCounter(prefix: prefix)
    let client = ChatClient(
      service: service, store: MortalStore(life: life, store: store), clock: clock,
      configuration: configuration,
      transactionIds: TransactionIDSource { counter.next() })
    return (service, client)
  }

  private func listen() {
    let number = lives
    subscription = client.subscribe { [sendings, weak self] notice in
      if case .outbox(let change) = notice { sendings.note(change, life: number) }
      if let self, let gist = notice.gist { hear("\(name) \(gist)") }
    }
  }

  func start() async throws {
    try await client.start()
    for entry in client.engine.outbox.queue.channels.flatMap({ client.engine.outbox.queue.entries(in: $0) }) {
      sendings.note(entry, life: lives)
    }
    for room in rooms {
      let controller = client.channelController(for: room)
      channels[room] = controller
      open(controller)
    }
  }

  /// A room that cannot be loaded yet is retried automatically after a reconnection.
  private func open(_ controller: ChannelController) {
    Task {
      do throws(ChatError) { try await controller.synchronize() } catch {
        // The list stays as it was, as for a person.
      }
    }
  }

  /// Opens a room again after an error.
  func openAgain() {
    for controller in channels.values where !controller.timeline.isLoaded || controller.summary == nil {
      open(controller)
    }
  }

  /// Kills the program and starts another one on the same files.
  func crash() async throws {
    subscription?.cancel()
    life.end()
    drafts = [:]
    channels = [:]
    await service.close()
    guard let session = sessionStore.load() else { throw LiveServer.Trouble(description: "no session") }
    lives += 1
    life = Life()
    (service, client) = Self.begin(
      session, sessionStore, folder, life, store, clock, "\(name).\(lives)")
    listen()
    try await start()
  }

  /// None of its tasks runs afterwards.
  func end() async {
    subscription?.cancel()
    life.end()
    drafts = [:]
    channels = [:]
    await service.close()
  }

  func draft(for key: DraftKey) throws -> MessageDraft {
    if let draft = drafts[key] { return draft }
    let draft = try client.messageDraft(for: key, channelType: .group)
    drafts[key] = draft
    return draft
  }

  func forgetDraft(for key: DraftKey) { drafts[key] = nil }

  /// The entries of the outbox.
  var queued: [OutboxEntry] {
    client.engine.outbox.queue.channels.flatMap { client.engine.outbox.queue.entries(in: $0) }
  }

  /// The drafts of this run; those of earlier runs are in other rooms.
  var composed: [Draft] {
    client.engine.drafts.registry.all.filter { rooms.contains($0.key.channelId) }
      .sorted {
        ($0.key.channelId, $0.key.parentId?.rawValue ?? "") < (
          $1.key.channelId, $1.key.parentId?.rawValue ?? ""
        )
      }
  }

  /// All words in the composers of this device.
  var composedWords: Set<String> {
    var words: Set<String> = []
    for state in composed {
      words.formUnion(Words.words(in: state.composed.composition.document.text))
      if let edit = state.editing.current {
        words.formUnion(Words.words(in: edit.composition.document.text))
      }
      if let left = state.editing.left { words.formUnion(Words.words(in: left.elements.text)) }
    }
    return words
  }
}

extension ClientNotice {
  /// A line for the trace of a run; nil for an unimportant event.
  fileprivate var gist: String? {
    switch self {
    case .event(.messageCreated(let message)): "hears of \(message.id) in \(message.channelId)"
    case .event(.messageUpdated(let message)): "hears of another \(message.id) in \(message.channelId)"
    case .event(.messageDeleted(let event)): "hears of the end of \(event.messageId)"
    case .event(.draftUpdated(let event)):
      "hears of draft \(event.draftMessage.revision) by \(event.draftMessage.savedBy) in \(event.draftMessage.key.channelId): \(event.draftMessage.text)"
    case .event(.draftDeleted(let event)): "hears of the end of a draft, \(event)"
    case .connection(let state): "is \(state)"
    case .eventsMissed: "has missed events"
    default: nil
    }
  }
}
