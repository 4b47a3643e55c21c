import ChatDomain
import JSON

/// A page of a room's history, in the direction it was asked for in.
struct MessagesAnswer: Sendable {
  let events: [MatrixEvent]
  /// Members that were not told yet.
  let state: [MatrixEvent]
  let start: String?
  /// Where it goes on; nil at the end, which is certain only of an empty page.
  let end: String?

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("chunk").events(in: room)
    state = root["state"].states(in: room)
    start = root.optionalToken("start")
    end = root.optionalToken("end")
  }
}

/// An event and what stands around it, the oldest first.
struct ContextAnswer: Sendable {
  let events: [MatrixEvent]
  let event: MatrixEvent
  let state: [MatrixEvent]
  /// Where the history before the first of them is.
  let start: String?
  /// Where it goes on behind the last.
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

/// A page of what refers to an event, or of the roots of threads.
struct RelationsAnswer: Sendable {
  let events: [MatrixEvent]
  /// Where it goes on; nil at the end.
  let next: String?

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("chunk").events(in: room)
    next = root.optionalToken("next_batch")
  }
}

/// One event that was asked for by its id.
struct EventAnswer: Sendable {
  let event: MatrixEvent

  init(_ bytes: [UInt8], of id: MessageID, in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let event = MatrixEvent(root, in: room), event.id == id else { throw .lacks("event_id") }
    self.event = event
  }
}

/// The event that an answer to sending names. When it happened is not said.
struct SentAnswer: Hashable, Sendable {
  let id: MessageID

  init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let id = try JSONDocument.answer(bytes)["event_id"].messageID else { throw .lacks("event_id") }
    self.id = id
  }
}

/// What a server found, the newest first: also edits and their old words, so each find must be looked at again.
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

/// The members of a room, as the events that made them such.
struct MembersAnswer: Sendable {
  let events: [MatrixEvent]

  init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.array("chunk").states(in: room).filter { $0.type == EventType.member }
  }
}

/// All that a room is.
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

/// What a server notified of, the latest first.
struct NotificationsAnswer: Sendable {
  /// The events with their rooms. Whether they concern the person is for the device to say, which reads them.
  let events: [(room: ChannelID, event: MatrixEvent)]

  /// As many as are read of one answer.
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
