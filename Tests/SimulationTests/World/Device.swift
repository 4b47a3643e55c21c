import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService

@testable import ChatControllers
@testable import ChatSync

/// A device of a person: its client is restarted, its store stays.
final class Device {
  let name: String
  let person: Int
  let number: Int
  let line: InMemoryDevice
  let store = DeviceStore()
  let clock: ManualClock
  private(set) var client: ChatClient
  private(set) var life = Life()
  private(set) var run = 0
  /// The messages sent from this device, as reported by its outbox.
  let sendings: Sendings
  var storeFails = false
  /// Words that may not be in the store yet.
  var unkept: Set<String> = []
  private var drafts: [DraftKey: MessageDraft] = [:]
  /// The open channels.
  var channels: [ChannelID: ChannelController] = [:]
  var threads: [MessageID: MessageController] = [:]
  var threadList: ThreadListController?
  private var subscription: Subscription?

  init(_ name: String, person: Int, number: Int, line: InMemoryDevice, clock: ManualClock) {
    self.name = name
    self.person = person
    self.number = number
    self.line = line
    self.clock = clock
    sendings = Sendings(device: name)
    client = Self.makeClient(name: name, run: 0, life: life, line: line, store: store, clock: clock)
    listen()
  }

  private static func makeClient(
    name: String, run: Int, life: Life, line: InMemoryDevice, store: DeviceStore, clock: ManualClock
  ) -> ChatClient {
    var configuration = ClientConfiguration()
    // Small, so that there is more than one page.
    configuration.pageSize = 6
    let counter = TransactionCounter(prefix: "\(name).\(run)")
    return ChatClient(
      service: MortalDevice(life: life, device: line), store: MortalStore(life: life, store: store),
      clock: MortalClock(life: life, clock: clock), configuration: configuration,
      transactionIds: TransactionIDSource { counter.next() })
  }

  private func listen() {
    let run = run
    subscription = client.subscribe { [sendings] notice in
      if case .outbox(let change) = notice { sendings.note(change, run: run) }
    }
  }

  /// Kills the client and starts another one on the same store.
  func crash() async {
    subscription?.cancel()
    life.end()
    drafts = [:]
    channels = [:]
    threads = [:]
    threadList = nil
    sendings.crashed(run: run, isKept: !storeFails)
    await line.breakStreams()
    run += 1
    life = Life()
    client = Self.makeClient(name: name, run: run, life: life, line: line, store: store, clock: clock)
    listen()
  }

  func start() async {
    do {
      try await client.start()
    } catch {
      preconditionFailure("a store that can be read does not let the client start: \(error)")
    }
    for entry in client.engine.outbox.queue.all { sendings.note(entry, run: run) }
  }

  func draft(for key: DraftKey) -> MessageDraft {
    if let draft = drafts[key] { return draft }
    do {
      let draft = try client.messageDraft(for: key, channelType: .group)
      drafts[key] = draft
      return draft
    } catch {
      preconditionFailure("the default limits are refused: \(error)")
    }
  }

  func forgetDraft(for key: DraftKey) { drafts[key] = nil }

  /// All words in the composers of this device.
  var composedWords: Set<String> {
    var words: Set<String> = []
    for state in client.engine.drafts.registry.all {
      words.formUnion(Words.words(in: state.composed.composition.document.text))
      if let edit = state.editing.current {
        words.formUnion(Words.words(in: edit.composition.document.text))
      }
      if let left = state.editing.left { words.formUnion(Words.words(in: left.elements.text)) }
    }
    return words
  }
}

extension OutboxQueue {
  nonisolated var all: [OutboxEntry] { channels.flatMap { entries(in: $0) } }
}

/// A person with several devices.
final class Person {
  let user: User
  /// A device without faults that reads the service's actual state.
  let truth: InMemoryDevice
  var devices: [Device] = []
  /// The service's events for this person, each once and in order.
  var events: [ChatEvent] = []
  private var listening: Task<Void, Never>?

  init(_ user: User, service: InMemoryChatService) async {
    self.user = user
    truth = await service.device(user: user.id, id: "truth")
  }

  func listen() async throws {
    let stream = try await truth.events(after: nil)
    listening = Task {
      do {
        for try await envelope in stream { self.events.append(envelope.event) }
      } catch {
        self.events.append(.memberLeft(channelId: "the truth broke off", userId: user.id))
      }
    }
  }

  func stop() { listening?.cancel() }
}
