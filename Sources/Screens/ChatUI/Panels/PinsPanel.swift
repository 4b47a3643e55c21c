import ChatControllers
import ChatDomain
import ChatScreens

/// The pinned messages of a channel, the most recently pinned first.
final class PinsPanel: ListPanel {
  var contents: ListContents<MessageID>
  private(set) weak var services: (AppContext)?
  private let client: ChatClient
  private let channel: ChannelID
  private let time: RowClock
  /// The messages being unpinned.
  private var leaving: Set<MessageID> = []
  private var unpinned: [MessageID] = []
  private let subscriptions = PanelSubscriptions()
  var isStale = true
  private lazy var loader = PageLoader<Message> { [weak self] _ in
    self?.pageDidCome()
  } onFailure: { [weak self] _ in
    self?.becomeStale()
  }

  init(services: AppContext, names: ConversationNames, channel: ChannelID) {
    self.services = services
    client = services.client
    self.channel = channel
    time = RowClock(services)
    contents = ListContents(
      title: "Pinned in \(names.name(of: channel))",
      hint: services.keymap.hint(
        (.panel(.accept), "go there"), (.panel(.remove), "take the pin off"), (.panel(.restore), "undo")))
    subscriptions.observe(services.client) { [weak self] in self?.handle($0) }
    loader.start { [client] cursor async throws(ChatError) in
      try await client.pinnedMessages(in: channel, ListQuery(cursor: cursor))
    }
    refresh()
  }

  func loadMore() { loader.loadMore() }

  func accept(_ id: MessageID) -> PanelOutcome {
    guard let message = loader.elements.first(where: { $0.id == id }) else { return .stay }
    services?.go(to: Destination(of: message))
    return .close
  }

  func remove(_ id: MessageID) {
    guard leaving.insert(id).inserted else { return }
    unpinned.append(id)
    change(id, failing: "The pin stays") { controller async throws(OutboxError) in
      _ = try await controller.unpin()
    }
  }

  func restore() -> Bool {
    guard let id = unpinned.popLast() else { return false }
    leaving.remove(id)
    change(id, failing: "It was not pinned again") { controller async throws(OutboxError) in
      // The pin may not have been removed yet.
      do throws(OutboxError) { try await controller.takeBack() } catch { _ = try await controller.pin() }
    }
    return true
  }

  func close() {
    loader.stop()
    subscriptions.stop()
  }

  private func change(
    _ id: MessageID, failing what: String,
    _ act: @escaping (MessageController) async throws(OutboxError) -> Void
  ) {
    becomeStale()
    let controller = client.messageController(for: id, in: channel)
    Task { [weak self] in
      do throws(OutboxError) {
        try await act(controller)
      } catch {
        self?.fail(id, what, error)
      }
    }
  }

  private func fail(_ id: MessageID, _ what: String, _ error: any Error) {
    leaving.remove(id)
    unpinned.removeAll { $0 == id }
    services?.say(what, because: error)
    becomeStale()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageUpdated(let message)) where message.channelId == channel: update(message)
    case .event(.messageDeleted(let event)) where event.channelId == channel:
      loader.elements.removeAll { $0.id == event.messageId }
      becomeStale()
    case .outbox(let change) where change.channelId == channel:
      guard case .waiting(let entry) = change.outcome, let failure = entry.failure else { return }
      if entry.work == .unpin { fail(change.messageId, "The pin stays", failure) }
      if case .pin = entry.work { fail(change.messageId, "It was not pinned again", failure) }
    case .connection(.online): loader.retry()
    default: break
    }
  }

  private func update(_ message: Message) {
    leaving.remove(message.id)
    let place = loader.elements.firstIndex { $0.id == message.id }
    switch (place, message.pin) {
    case (let place?, nil): loader.elements.remove(at: place)
    case (let place?, _): loader.elements[place] = message
    case (nil, .some): loader.elements.insert(message, at: 0)
    case (nil, nil): return
    }
    becomeStale()
  }

  var emptyNote: String? {
    loader.emptyNote(orElse: contents.query.isEmpty ? "nothing is pinned here" : "nothing found")
  }

  func items() -> [PanelItem<MessageID>] {
    let candidates = loader.elements.map { message in
      let row = PanelRow(
        Excerpt.beginning(of: message),
        detail: message.author.shownName(to: client.currentUser.id)
          + (leaving.contains(message.id) ? " · taking the pin off…" : ""),
        trailing: time.text(message.createdAt))
      return Candidate(
        PanelItem(message.id, row),
        [message.text, message.author.displayName, message.author.shownName(to: client.currentUser.id)])
    }
    return FuzzyMatch(contents.query).filtered(candidates)
  }
}
