import ChatControllers
import ChatDomain
import ChatScreens

/// The pinned messages of a channel, the most recently pinned first.
final class PinSource: ListSource {
  let title: String
  let keys: Keys = [
    .accept: "go there", .remove: "take the pin off", .restore: "undo",
  ]
  private let services: AppContext
  private let client: ChatClient
  private let channel: ChannelID
  /// The messages being unpinned.
  private var leaving: Set<MessageID> = []
  private var unpinned: [MessageID] = []
  private let loader = PageLoader<Message>()
  private weak var list: ListPanel<PinSource>?

  init(services: AppContext, names: ConversationNames, channel: ChannelID) {
    self.services = services
    client = services.client
    self.channel = channel
    title = "Pinned in \(names.name(of: channel))"
  }

  var pages: [any ListPages] { [loader] }

  func note(for query: String) -> String { query.isEmpty ? "nothing is pinned here" : "nothing found" }

  func candidates() -> [Candidate<MessageID>] {
    let time = RowClock(services)
    return loader.elements.map { message in
      let author = message.author.shownName(to: client.currentUser.id)
      let row = PanelRow(
        Excerpt.beginning(of: message),
        detail: author + (leaving.contains(message.id) ? " · taking the pin off…" : ""),
        trailing: time.text(message.createdAt))
      return Candidate(message.id, row, matching: [message.text, message.author.displayName, author])
    }
  }

  func open(in list: ListPanel<PinSource>) {
    self.list = list
    list.observe { [weak self] in self?.handle($0) }
    loader.start { [client, channel] cursor async throws(ChatError) in
      try await client.pinnedMessages(in: channel, ListQuery(cursor: cursor))
    }
  }

  func perform(_ command: PanelCommand, on id: MessageID) -> PanelOutcome {
    switch command {
    case .accept:
      guard let message = loader[id] else { break }
      services.go(to: Destination(of: message))
      return .close
    case .remove: unpin(id)
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    guard command == .restore, let id = unpinned.popLast() else { return nil }
    leaving.remove(id)
    change(id, failing: "It was not pinned again") { controller async throws(OutboxError) in
      // The pin may not have been removed yet.
      do throws(OutboxError) { try await controller.takeBack() } catch { _ = try await controller.pin() }
    }
    return .stay
  }

  private func unpin(_ id: MessageID) {
    guard leaving.insert(id).inserted else { return }
    unpinned.append(id)
    change(id, failing: "The pin stays") { controller async throws(OutboxError) in
      _ = try await controller.unpin()
    }
  }

  private func change(
    _ id: MessageID, failing what: String,
    _ act: @escaping (MessageController) async throws(OutboxError) -> Void
  ) {
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
    services.say(what, because: error)
    list?.becomeStale()
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageUpdated(let message)) where message.channelId == channel: update(message)
    case .event(.messageDeleted(let event)) where event.channelId == channel:
      loader[event.messageId] = nil
      list?.becomeStale()
    case .outbox(let change) where change.channelId == channel:
      guard case .waiting(let entry) = change.outcome, let failure = entry.failure else { return }
      if entry.work == .unpin { fail(change.messageId, "The pin stays", failure) }
      if case .pin = entry.work { fail(change.messageId, "It was not pinned again", failure) }
    default: break
    }
  }

  private func update(_ message: Message) {
    leaving.remove(message.id)
    if loader[message.id] != nil {
      loader[message.id] = message.pin == nil ? nil : message
    } else if message.pin != nil {
      loader.elements.insert(message, at: 0)
    }
    list?.becomeStale()
  }
}
