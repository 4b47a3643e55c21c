import ChatControllers
import ChatDomain

/// Turns a client's notices into sentences. It keeps the necessary state of messages being sent from here.
final class EventNarration {
  /// Messages sent from here that have not arrived, and whether they have failed.
  private var sending: [TransactionID: Bool] = [:]
  /// Messages that arrived: the service reports them too. The oldest are forgotten.
  private var arrived: [TransactionID] = []
  private static let mostArrived = 200
  /// Edits being sent.
  private var editing: Set<TransactionID> = []
  /// The failure reasons announced with messages since the last key. The message's composer gives the same reason once
  /// more.
  private var reasons: [String] = []

  func sentences(for notice: ClientNotice, in app: App) -> [String] {
    switch notice {
    case .event(let event): sentence(for: event, in: app).map { [$0] } ?? []
    case .outbox(let change): sentence(for: change, in: app).map { [$0] } ?? []
    case .eventsMissed: ["Some messages may have been missed; they are being asked for"]
    case .connection, .upload, .draft, .historyForgotten, .threadRead, .store, .takenOver: []
    }
  }

  /// Whether an error only repeats what was announced about a failed message.
  func hasTold(_ notice: Notice) -> Bool {
    notice.tone == .error && reasons.contains { notice.text.hasSuffix($0) || notice.text == Notice($0).text }
  }

  func forgetReasons() { reasons = [] }

  private func sentence(for event: ChatEvent, in app: App) -> String? {
    let heard = app.focused?.composer.key
    switch event {
    case .messageCreated(let message):
      if let id = message.transactionId, sending[id] != nil || arrived.contains(id) { return nil }
      return app.sentence(of: message, heardIn: heard)
    case .messageUpdated(let message):
      guard let before = known(message.id, message.parentId, in: app) else { return nil }
      return change(from: before, to: message, in: app)
    case .messageDeleted(let event):
      guard let before = known(event.messageId, event.parentId, in: app) else { return nil }
      return "Deleted: \(before.author.shownName(to: app.client.currentUser.id)): \(app.words(of: before))"
    case .typing(let event):
      guard event.channelId == heard?.channelId, event.parentId == heard?.parentId,
        event.user.id != app.client.currentUser.id
      else { return nil }
      return "\(event.user.displayName) is typing"
    case .threadInfoUpdated, .channelUpdated, .memberJoined, .memberLeft, .presenceChanged,
      .readPositionChanged,
      .threadReadPositionChanged, .channelPreferencesChanged, .mentioned, .draftUpdated, .draftDeleted,
      .invited, .invitationEnded, .limitsChanged:
      return nil
    }
  }

  /// A message as it was before this notice, in the open places.
  private func known(_ id: MessageID, _ parent: MessageID?, in app: App) -> Message? {
    (parent == nil ? nil : app.thread?.source.timeline[id]) ?? app.channel?.source.timeline[id]
  }

  private func change(from before: Message, to message: Message, in app: App) -> String? {
    let me = app.client.currentUser.id
    let author = message.author.shownName(to: me)
    if before.isUnreadable, !message.isUnreadable {
      return "Can be read now: \(author): \(app.words(of: message))"
    }
    if message.elements != before.elements { return "\(author) edited: \(app.words(of: message))" }
    if message.pin != before.pin {
      return "\(message.pin == nil ? "Unpinned" : "Pinned"): \(author): \(app.words(of: before))"
    }
    for reaction in message.reactions {
      let users = before.reactions.first { $0.name == reaction.name }?.users ?? []
      guard let new = reaction.users.first(where: { !users.contains($0) }) else { continue }
      return "\(name(of: new, in: app)) reacted \(reaction.name) to \(author): \(app.words(of: before))"
    }
    return nil
  }

  private func name(of user: UserID, in app: App) -> String {
    if user == app.client.currentUser.id { return "you" }
    let known = [app.thread, app.channel].compactMap { $0?.messages.last { $0.author.id == user } }
    return known.first?.author.displayName ?? user.rawValue
  }

  private func sentence(for change: OutboxChange, in app: App) -> String? {
    switch change.outcome {
    case .waiting(let entry): sentence(for: entry, in: app)
    case .done:
      if editing.remove(change.transactionId) != nil {
        "Changed"
      } else {
        finish(change.transactionId) ? "Sent" : nil
      }
    case .withdrawn:
      finish(change.transactionId) ? "Taken back" : nil
    }
  }

  /// - Returns: whether it was sent from here.
  private func finish(_ id: TransactionID) -> Bool {
    guard sending.removeValue(forKey: id) != nil else { return false }
    arrived.append(id)
    if arrived.count > Self.mostArrived { arrived.removeFirst() }
    return true
  }

  private func sentence(for entry: OutboxEntry, in app: App) -> String? {
    guard case .send = entry.work else {
      if case .edit = entry.work { editing.insert(entry.transactionId) }
      return entry.failure.map { "Not done: \($0.description): \(app.words(of: entry.message))" }
    }
    let had = sending.updateValue(entry.failure != nil, forKey: entry.transactionId)
    if let failure = entry.failure {
      guard had != true else { return nil }
      reasons.append(failure.description)
      return
        "Failed: \(app.words(of: entry.message)): \(failure). /retry sends it again, /discard gives it up"
    }
    if had == true { return "Trying again: \(app.words(of: entry.message))" }
    guard had == nil else { return nil }
    var message = entry.message
    // The line itself says that the message is being sent; only having to wait is worth mentioning.
    switch app.client.connection {
    case .offline, .signedOut: break
    case .connecting, .online, .stopped: message.localState = nil
    }
    return app.sentence(of: message, heardIn: app.focused?.composer.key)
  }
}
