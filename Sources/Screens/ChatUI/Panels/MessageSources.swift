import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// The pinned messages of a channel, the most recently pinned first.
final class PinSource: ListSource {
  let title: String
  let keys: Keys = [
    .accept: "go there", .remove: "unpin", .restore: "undo", .dismiss: "close",
  ]
  private let context: AppContext
  private var client: ChatClient { context.client }
  private let channel: ChannelID
  /// The messages being unpinned.
  private var leaving: Set<MessageID> = []
  private var unpinned: [MessageID] = []
  private let loader = PageLoader<Message>()
  private weak var list: ListPanel<PinSource>?

  init(context: AppContext, names: ConversationNames, channel: ChannelID) {
    self.context = context
    self.channel = channel
    title = "Pinned in \(names.name(of: channel))"
  }

  var pages: [any ListPages] { [loader] }

  func note(for query: String) -> String { query.isEmpty ? "nothing is pinned here" : "nothing found" }

  func candidates() -> [Candidate<MessageID>] {
    let time = RowClock(context)
    return loader.elements.map { message in
      let author = message.author.shownName(to: client.currentUser.id)
      let row = PanelRow(
        Excerpt.beginning(of: message.shown(to: client.currentUser.id)),
        detail: author + (leaving.contains(message.id) ? " · unpinning…" : ""),
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
      context.go(to: Destination(of: message))
      return .close
    case .remove: unpin(id)
    default: break
    }
    return .stay
  }

  func perform(_ command: PanelCommand) -> PanelOutcome? {
    guard command == .restore, let id = unpinned.popLast() else { return nil }
    leaving.remove(id)
    change(id, failing: .notPinnedAgain) { controller async throws(OutboxError) in
      // The pin may not have been removed yet.
      do throws(OutboxError) { try await controller.takeBack() } catch { _ = try await controller.pin() }
    }
    return .stay
  }

  private func unpin(_ id: MessageID) {
    guard leaving.insert(id).inserted else { return }
    unpinned.append(id)
    change(id, failing: .notUnpinned) { controller async throws(OutboxError) in
      _ = try await controller.unpin()
    }
  }

  private func change(
    _ id: MessageID, failing what: Notice,
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

  private func fail(_ id: MessageID, _ what: Notice, _ error: any Error) {
    leaving.remove(id)
    unpinned.removeAll { $0 == id }
    context.say(what, because: error)
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
      if entry.work == .unpin { fail(change.messageId, .notUnpinned, failure) }
      if case .pin = entry.work { fail(change.messageId, .notPinnedAgain, failure) }
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

/// All threads the user is involved in, the latest reply first, and those in which they have only started a draft.
final class ThreadSource: ListSource {
  let title = "Threads"
  let keys: Keys = [.accept: "open", .dismiss: "close"]
  let incompleteNotice: Notice? = .threadsIncomplete
  private let context: AppContext
  private let names: ConversationNames
  private let threads: ControllerPages

  init(context: AppContext, names: ConversationNames) {
    self.context = context
    self.names = names
    threads = ControllerPages(names.threads)
  }

  var pages: [any ListPages] { [threads] }

  func note(for query: String) -> String { query.isEmpty ? "no threads yet" : "nothing found" }

  func candidates() -> [Candidate<DraftKey>] {
    let time = RowClock(context)
    return names.threads.rows.map { row in
      let name = names.name(of: row.key.channelId)
      let words = row.parent.map { Excerpt.beginning(of: $0.shown(to: reader)) } ?? "a thread"
      var trailing = row.lastActivity.map { time.text($0) } ?? ""
      if row.unreadReplies > 0 { trailing = "\(row.unreadReplies) unread · " + trailing }
      return Candidate(
        row.key, PanelRow("↳ \(words)", detail: "\(name) · \(second(of: row))", trailing: trailing),
        matching: [row.parent?.text ?? "", name, row.draft?.text ?? ""])
    }
  }

  /// The draft of a reply, or else the last reply.
  private func second(of row: ThreadListRow) -> String {
    if let draft = row.draft { return "✎ " + Excerpt.beginning(of: draft.text, limit: 80) }
    guard let last = row.lastReply else { return "no replies yet" }
    return "\(last.author.shownName(to: reader)): "
      + Excerpt.beginning(of: last.shown(to: reader), limit: 80)
  }

  private var reader: UserID { context.client.currentUser.id }

  func open(in list: ListPanel<ThreadSource>) {
    list.follow(names.threads.subscribe)
    threads.loadMore()
  }

  func perform(_ command: PanelCommand, on id: DraftKey) -> PanelOutcome {
    guard command == .accept else { return .stay }
    context.go(to: .thread(id))
    return .close
  }
}
