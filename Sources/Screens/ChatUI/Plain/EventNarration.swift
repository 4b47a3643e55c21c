import ChatControllers
import ChatDomain
import Composer
import DraftEngine

/// Turns a client's notices into sentences. It tracks the messages that are being sent from here.
final class EventNarration {
  /// A message sent from here that has not arrived.
  private struct Sending {
    let hasFailed: Bool
    let elements: [MessageElement]
    let files: Set<String>

    init(_ entry: OutboxEntry) {
      hasFailed = entry.failure != nil
      elements = entry.message.elements
      // A file that is uploaded moves from the entry to the message.
      files = Set(entry.message.files.map(\.name) + entry.inputFiles.map(\.name))
    }
  }

  private var sending: [TransactionID: Sending] = [:]
  /// Messages sent from here that have arrived: their events are not announced. Only the latest are kept.
  private var arrived: [TransactionID] = []
  private static let mostArrived = 200
  /// Edits being sent.
  private var editing: Set<TransactionID> = []
  /// The failure reasons announced since the last key. Notices that repeat one of them are not announced.
  private var reasons: [String] = []
  private let client: ChatClient
  private let navigator: Navigator
  private let messageSentences: MessageSentences

  init(client: ChatClient, navigator: Navigator, messageSentences: MessageSentences) {
    self.client = client
    self.navigator = navigator
    self.messageSentences = messageSentences
  }

  func sentences(for notice: ClientNotice) -> [String] {
    switch notice {
    case .event(let event): sentence(for: event).map { [$0] } ?? []
    case .outbox(let change): sentence(for: change).map { [$0] } ?? []
    case .eventsMissed: ["Some messages may be missing; loading them"]
    case .connection, .condition, .upload, .draft, .prospect, .historyForgotten, .threadRead, .store,
      .takenOver:
      []
    }
  }

  /// Whether an error only repeats a reason that was announced with a failed message.
  func hasReported(_ notice: Notice) -> Bool {
    notice.tone == .error && reasons.contains { notice.text.hasSuffix($0) || notice.text == Notice($0).text }
  }

  func forgetReasons() { reasons = [] }

  private func sentence(for event: ChatEvent) -> String? {
    let listener = navigator.focused?.key
    switch event {
    case .messageCreated(let message):
      if let id = message.transactionId, sending[id] != nil || arrived.contains(id) { return nil }
      return messageSentences.sentence(of: message, heardIn: listener)
    case .messageUpdated(let message):
      guard let before = known(message.id, message.parentId) else { return nil }
      return change(from: before, to: message)
    case .messageDeleted(let event):
      guard let before = known(event.messageId, event.parentId) else { return nil }
      return
        "Deleted: \(before.author.shownName(to: client.currentUser.id)): \(messageSentences.contents(of: before))"
    case .typing(let event):
      guard event.channelId == listener?.channelId, event.parentId == listener?.parentId,
        event.user.id != client.currentUser.id
      else { return nil }
      return "\(event.user.displayName) is typing"
    case .threadInfoUpdated, .channelUpdated, .memberJoined, .memberLeft, .presenceChanged,
      .readPositionChanged,
      .threadReadPositionChanged, .channelPreferencesChanged, .mentioned, .draftUpdated, .draftDeleted,
      .invited, .invitationEnded, .inboxChanged, .limitsChanged, .rolesChanged, .spacesChanged,
      .threadReceiptChanged, .knocksChanged, .encryptionChanged, .recipientsChanged:
      return nil
    }
  }

  /// A message as it was before this notice, in the open places.
  private func known(_ id: MessageID, _ parent: MessageID?) -> Message? {
    (parent == nil ? nil : navigator.thread?.source.timeline[id]) ?? navigator.channel?.source.timeline[id]
  }

  private func change(from before: Message, to message: Message) -> String? {
    let me = client.currentUser.id
    let author = message.author.shownName(to: me)
    if before.isUnreadable, !message.isUnreadable {
      return "Can be read now: \(author): \(messageSentences.contents(of: message))"
    }
    if message.elements != before.elements {
      return "\(author) edited: \(messageSentences.contents(of: message))"
    }
    if message.pin != before.pin {
      return
        "\(message.pin == nil ? "Unpinned" : "Pinned"): \(author): \(messageSentences.contents(of: before))"
    }
    for reaction in message.reactions {
      let users = before.reactions.first { $0.name == reaction.name }?.users ?? []
      guard let new = reaction.users.first(where: { !users.contains($0) }) else { continue }
      return
        "\(name(of: new)) reacted \(reaction.name) to \(author): \(messageSentences.contents(of: before))"
    }
    return nil
  }

  private func name(of user: UserID) -> String {
    if user == client.currentUser.id { return "you" }
    let known = [navigator.thread, navigator.channel].compactMap {
      $0?.messages.last { $0.author.id == user }
    }
    return known.first?.author.displayName ?? user.rawValue
  }

  private func sentence(for change: OutboxChange) -> String? {
    switch change.outcome {
    case .waiting(let entry): sentence(for: entry)
    case .done(let message):
      if editing.remove(change.transactionId) != nil {
        ["Changed", message.map(messageSentences.contents)].compactMap(\.self).joined(separator: ": ")
      } else {
        finish(change.transactionId) ? "Sent" : nil
      }
    case .withdrawn:
      finish(change.transactionId) ? "Withdrawn" : nil
    }
  }

  /// - Returns: whether the message was sent from here.
  private func finish(_ id: TransactionID) -> Bool {
    guard sending.removeValue(forKey: id) != nil else { return false }
    arrived.append(id)
    if arrived.count > Self.mostArrived { arrived.removeFirst() }
    return true
  }

  private func sentence(for entry: OutboxEntry) -> String? {
    guard case .send = entry.work else {
      let isNewEdit =
        if case .edit = entry.work { editing.insert(entry.transactionId).inserted } else { false }
      let contents = messageSentences.contents(of: entry.message)
      guard let failure = entry.failure else {
        return isNewEdit && isWaiting ? "Edit queued: \(contents)" : nil
      }
      return "Not done: \(ErrorSentence.reason(failure) ?? failure.description): \(contents)"
    }
    let now = Sending(entry)
    let had = sending.updateValue(now, forKey: entry.transactionId)
    if let failure = entry.failure {
      guard had?.hasFailed != true else { return nil }
      reasons.append(failure.description)
      return
        "Failed: \(messageSentences.contents(of: entry.message)): \(ErrorSentence.reason(failure) ?? failure.description). /retry sends it again, /discard drops it"
    }
    if let had {
      if had.hasFailed { return "Trying again: \(messageSentences.contents(of: entry.message))" }
      // The edit of a message that still waits changes the message itself.
      return had.elements == now.elements && had.files == now.files ? nil : "Changed: \(contents(of: entry))"
    }
    var message = entry.message
    // The announcement implies that the message is being sent. Only a message that waits has its state announced.
    if !isWaiting { message.localState = nil }
    let sentence = messageSentences.sentence(of: message, heardIn: navigator.focused?.key)
    return Self.add(entry.inputFiles, to: sentence)
  }

  private func contents(of entry: OutboxEntry) -> String {
    Self.add(entry.inputFiles, to: messageSentences.contents(of: entry.message))
  }

  /// Adds the files that are not uploaded yet, which are not part of the message.
  private static func add(_ files: [InputFile], to sentence: String) -> String {
    let names = files.map { "(file \($0.name))" }.filter { !sentence.contains($0) }
    return ([sentence] + names).joined(separator: " ")
  }

  /// Whether requests wait for the connection.
  private var isWaiting: Bool {
    switch client.connection {
    case .offline, .signedOut: true
    case .connecting, .online, .stopped: false
    }
  }
}
