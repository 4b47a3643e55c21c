import ChatDomain
import DraftEngine
import InMemoryService
import Testing

@testable import MatrixService

/// An in-memory replica for Ann's laptop, with helpers to apply answers.
final class ReplicaDesk {
  let replica: Replica
  let clock = ManualClock(now: Timestamp(microseconds: Int64(Said.beginning) * 1000 + 3_600_000_000))
  private var answers = 0

  init(_ cache: MatrixCache? = nil) throws {
    let cache = try cache ?? MatrixCache(path: nil, of: Said.ann, on: "LAPTOP")
    replica = try Replica(cache, of: Said.ann, clock: clock)
  }

  /// A replica that has the whole history of a room.
  static func onHill(_ more: [String] = []) throws -> ReplicaDesk {
    let desk = try ReplicaDesk()
    try desk.take(SyncText(Said.foundation() + more))
    return desk
  }

  @discardableResult
  func take(_ answer: SyncText, gaps: [ChannelID: TimelineGap] = [:]) throws -> [ChatEvent] {
    answers += 1
    let bytes = Array(answer.text(next: "s\(answers)").utf8)
    return try replica.apply(SyncAnswer(bytes, for: Said.ann), gaps: gaps)
  }

  @discardableResult
  func take(_ events: String..., in room: ChannelID = Said.hill) throws -> [ChatEvent] {
    try take(SyncText(events, in: room))
  }

  func room(_ id: ChannelID = Said.hill) throws -> Room { try #require(replica.rooms[id]) }

  /// The messages in the channel's live slice, oldest first.
  func messages(in id: ChannelID = Said.hill) throws -> [Message] {
    let room = try room(id)
    guard let live = room.timeline.live else { return [] }
    return try messages(.slice(live.id, in: id), in: room)
  }

  func replies(under root: MessageID, in id: ChannelID = Said.hill) throws -> [Message] {
    try messages(.thread(root, in: id), in: try room(id))
  }

  private func messages(_ place: EventList, in room: Room) throws -> [Message] {
    try replica.cache.events.page(place, .oldest, limit: 10_000).compactMap { row in
      try replica.builder.message(row, in: room)
    }
  }

  func message(_ id: MessageID, in channel: ChannelID = Said.hill) throws -> Message? {
    guard let row = try replica.message(id, in: channel) else { return nil }
    return try replica.builder.message(row, in: try room(channel))
  }
}

extension Replica {
  /// Applies a complete answer, in parts.
  ///
  /// - Parameter most: the maximum number of events in a part.
  @discardableResult
  func apply(
    _ answer: SyncAnswer, gaps: [ChannelID: TimelineGap], most: Int = AnswerPart.mostEvents
  ) throws -> [ChatEvent] {
    try AnswerPart.all(of: answer, with: gaps, most: most).flatMap { part in
      try #require(try apply(part, of: answer, gaps: gaps) { _ in })
    }
  }
}

extension ChatEvent {
  /// The kind and subject of the event, in a few words.
  var gist: String {
    switch self {
    case .messageCreated(let message): "created \(message.id)"
    case .messageUpdated(let message): "updated \(message.id)"
    case .messageDeleted(let event): "\(event.isHard ? "removed" : "deleted") \(event.messageId)"
    case .threadInfoUpdated(let event): "thread \(event.targetMessageId) \(event.threadInfo.replyCount)"
    case .channelUpdated(let channel): "channel \(channel.name ?? "–")"
    case .memberJoined(let membership): "came \(membership.user.id)"
    case .memberLeft(_, let user): "left \(user)"
    case .typing(let event): "\(event.isTyping ? "types" : "stops") \(event.user.id)"
    case .presenceChanged(let user, _): "presence \(user)"
    case .readPositionChanged(_, _, let reading): "read, \(reading.unreadCount) left"
    case .invited(let invitation): "invited by \(invitation.invitedBy.id)"
    case .invitationEnded: "invitation over"
    case .threadReadPositionChanged(let event):
      "read under \(event.parentId), \(event.reading.unreadReplies) left"
    case .threadReceiptChanged(let event): "\(event.userId) read under \(event.parentId?.rawValue ?? "all")"
    case .channelPreferencesChanged: "preferences"
    case .mentioned(let event): "mentioned in \(event.messageId)"
    case .draftUpdated(let event): "draft \(event.draftMessage.content.text)"
    case .draftDeleted(let event): "draft gone \(event.revision)"
    case .inboxChanged(let change): "inbox \(change.unreadCount)"
    case .knocksChanged: "knocks"
    case .limitsChanged: "limits"
    case .rolesChanged: "roles"
    case .spacesChanged(let spaces):
      "spaces "
        + spaces.map { "\($0.name): \($0.children.map(\.rawValue).joined(separator: " "))" }.joined(
          separator: ", ")
    case .encryptionChanged(let state): "encryption \(state.nextStep)"
    case .recipientsChanged(let channel): "recipients of \(channel)"
    }
  }
}

extension Message {
  var text: String { elements.text }
}

extension ReplicaDesk {
  /// Adds a single event, as a search does.
  func find(_ text: String, in room: ChannelID = Said.hill) throws {
    try replica.keep([try #require(MatrixEvent(bytes: Array(text.utf8), in: room))], in: room)
  }
}
