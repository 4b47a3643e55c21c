import ChatControllers
import ChatDomain
import ChatScreens
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatUI

/// Mia's client of an in-memory service: `#general`, `#lobby` and a conversation with Alex; Ana and a stranger
/// besides.
final class PanelWorld {
  let clock = ManualClock()
  let service: InMemoryChatService
  let desk: InMemoryDevice
  let store: InMemoryStore
  let client: ChatClient
  let context: RecordingContext
  let channels: ChannelListController
  let threads: ThreadListController
  let direct: ChannelID
  var names: ConversationNames { ConversationNames(channels: channels, threads: threads) }
  static let general = DraftKey(channelId: "general")
  static let lobby = DraftKey(channelId: "lobby")
  private var said = 0

  init() async throws {
    service = InMemoryChatService(clock: clock, seed: 1)
    let people: [User] = [
      User(id: "mia", name: "Mia"), User(id: "alex", name: "Alex Dunn"), User(id: "ana", name: "Ána"),
    ]
    for person in people { await service.add(person) }
    desk = await service.device(user: "mia", id: "desk")
    _ = try await desk.createChannel(
      NewChannel(id: "general", name: "general", type: .group, members: ["alex", "ana"]))
    clock.advance(by: .seconds(60))
    _ = try await desk.createChannel(NewChannel(id: "lobby", name: "lobby", type: .public))
    clock.advance(by: .seconds(60))
    direct = try await desk.directChannel(with: "alex").id
    await service.add(User(id: "stranger", name: "Zoë Stranger"))
    clock.advance(by: .seconds(60))
    store = InMemoryStore()
    client = ChatClient(service: desk, store: store, clock: clock)
    context = RecordingContext(client)
    channels = ChannelListController(client: client)
    threads = ThreadListController(client: client)
    try await client.start()
    try await channels.synchronize()
    try await threads.synchronize()
    await until { self.client.connection == .online }
  }

  @discardableResult
  func say(
    _ text: String, by user: UserID = "alex", in channel: ChannelID = "general",
    under parent: MessageID? = nil
  ) async throws -> Message {
    said += 1
    clock.advance(by: .seconds(60))
    let message = try await service.device(user: user, id: "sender").send(
      NewMessage(
        transactionId: TransactionID("said\(said)"), channelId: channel, parentId: parent, markup: text,
        isShownInChannel: parent == nil))
    return message
  }

  func draft(_ key: DraftKey = general) throws -> MessageDraft { try client.messageDraft(for: key) }

  /// Writes a draft.
  func write(_ text: String, in key: DraftKey = general) throws {
    try draft(key).update(text: text)
    clock.advance(by: .seconds(1))
  }

  /// Sends, and waits until the store has the message.
  func send(_ text: String, in key: DraftKey = general) async throws {
    try draft(key).update(text: text)
    _ = try await draft(key).send()
    clock.advance(by: .seconds(1))
  }

  func goOffline() async {
    await desk.setFaults(.offline)
    await until { if case .offline = self.client.connection { true } else { false } }
  }

  func goOnline() async {
    await desk.setFaults(.none)
    clock.advance(by: .seconds(60))
    await until { self.client.connection == .online }
  }

  /// Delays answers until the clock moves on.
  func slowDown(_ latency: Duration) async {
    await desk.setFaults(.with { $0.latency = latency...latency })
  }

  /// Advances the clock until every answer in flight has arrived.
  func letTimePass() async {
    for _ in 0..<4 {
      await settle()
      clock.advance(by: .seconds(60))
    }
    await settle()
  }

  func refuse(_ requests: Set<ServiceRequest>) async {
    await desk.setFaults(.with { $0.refusals = [RefusedRequest(requests, .notAllowed)] })
  }

  /// Yields until a condition holds.
  func until(_ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation) async {
    await ChatTestSupport.settle(until: condition, sourceLocation: sourceLocation)
  }

  /// Advances the clock until a condition holds. On a busy machine a request may start its wait late.
  func letTimePass(
    until condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await until(
      {
        clock.advance(by: .seconds(60))
        return condition()
      }, sourceLocation: sourceLocation)
  }

  /// A list panel of this client.
  func open<Source: ListSource>(_ source: Source, _ query: String = "") -> ListPanel<Source> {
    ListPanel(source, keymap: context.keymap, context: context, line: QueryLine(query))
  }

  /// Yields for a while.
  func settle() async { await ChatTestSupport.settle() }
}

extension Panel {
  /// The rows as shown.
  var rows: [PanelRow] { list?.rows ?? [] }
  var texts: [String] { rows.map(\.text) }
  var note: String? { list?.note }
  var hint: String { list?.hint ?? "" }
  var title: String { list?.title ?? "" }
  /// The text of the selected row.
  var chosen: String? {
    guard let list, list.rows.indices.contains(list.selection) else { return nil }
    return list.rows[list.selection].text
  }

  private var list: ListPanelState? {
    if case .list(let state) = state { state } else { nil }
  }
}
