import ChatDomain
import JSON

/// A page of a room's history, in the requested direction.
struct MessagesAnswer: Sendable {
  let events: [MatrixEvent]
  /// The members who sent the events, possibly without those that the server sent before.
  let state: [MatrixEvent]
  let start: String?
  /// The token of the next page; nil if the server has no more events in this direction.
  let end: String?

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("chunk").events(in: room)
    state = root["state"].states(in: room)
    start = root.optionalToken("start")
    end = root.optionalToken("end")
  }
}

/// An event with its neighbours, the oldest first.
struct ContextAnswer: Sendable {
  let events: [MatrixEvent]
  let event: MatrixEvent
  let state: [MatrixEvent]
  /// The token before the first event.
  let start: String?
  /// The token after the last event.
  let end: String?

  init(_ bytes: [UInt8], of id: MessageID, in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let event = root["event"].flatMap({ MatrixEvent($0, in: room) }), event.id == id else {
      throw .lacks("event")
    }
    self.event = event
    var seen: Set<MessageID> = []
    events =
      (root["events_before"].events(in: room).reversed() + [event] + root["events_after"].events(in: room))
      .filter { seen.insert($0.id).inserted }
    state = root["state"].states(in: room)
    start = root.optionalToken("start")
    end = root.optionalToken("end")
  }
}

/// A page of events that refer to an event, or of thread roots.
struct RelationsAnswer: Sendable {
  let events: [MatrixEvent]
  /// The token of the next page; nil at the end.
  let next: String?

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("chunk").events(in: room)
    next = root.optionalToken("next_batch")
  }
}

/// A single event.
struct EventAnswer: Sendable {
  let event: MatrixEvent

  init(_ bytes: [UInt8], of id: MessageID, in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let event = MatrixEvent(root, in: room), event.id == id else { throw .lacks("event_id") }
    self.event = event
  }
}

/// The id of a sent event. Its time is not included.
struct SentAnswer: Hashable, Sendable {
  let id: MessageID

  init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let id = try JSONDocument.answer(bytes)["event_id"].messageID else { throw .lacks("event_id") }
    self.id = id
  }
}

/// The results of a search, the newest first. They include edits and outdated texts, so each must be checked.
struct SearchAnswer: Sendable {
  let events: [MatrixEvent]
  let next: String?

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let found = try JSONDocument.answer(bytes)["search_categories"]?["room_events"]
    guard let found, found.kind == .object else { throw .lacks("room_events") }
    events = found["results"].elements.compactMap { result in
      guard let event = result["result"], let room = event["room_id"].channelID else { return nil }
      return MatrixEvent(event, in: room)
    }
    next = found.optionalToken("next_batch")
  }
}

/// The membership events of a room.
struct MembersAnswer: Sendable {
  let events: [MatrixEvent]

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("chunk").states(in: room).filter { $0.type == EventType.member }
  }
}

/// The complete state of a room.
struct StateAnswer: Sendable {
  let events: [MatrixEvent]

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(bytes, limits: .answer).root } catch {
      throw .notJSON(error)
    }
    guard root.kind == .array else { throw .lacks("[]") }
    events = (root as JSONNode?).states(in: room)
  }
}

/// The server's notifications, the latest first.
struct NotificationsAnswer: Sendable {
  /// The events with their rooms. The device decides whether they concern the user.
  let events: [(room: ChannelID, event: MatrixEvent)]

  /// The maximum number to read.
  private static let most = 500

  init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("notifications").elements.prefix(Self.most).compactMap { told in
      guard let room = told["room_id"].channelID,
        let event = told["event"].flatMap({ MatrixEvent($0, in: room) })
      else { return nil }
      return (room, event)
    }
  }
}
