public import ChatDomain
import JSON

/// A page of a room's history, in the direction it was asked for in.
public struct MessagesAnswer: Sendable {
  public let events: [MatrixEvent]
  /// Members that were not told yet.
  public let state: [MatrixEvent]
  public let start: String?
  /// Where it goes on; nil at the end, which is certain only of an empty page.
  public let end: String?

  public init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.chunk().events(in: room)
    state = root["state"].states(in: room)
    start = root.optionalToken("start")
    end = root.optionalToken("end")
  }
}

/// An event and what stands around it, the oldest first.
public struct ContextAnswer: Sendable {
  public let events: [MatrixEvent]
  public let event: MatrixEvent
  public let state: [MatrixEvent]
  /// Where the history before the first of them is.
  public let start: String?
  /// Where it goes on behind the last.
  public let end: String?

  public init(_ bytes: [UInt8], of id: MessageID, in room: ChannelID) throws(AnswerError) {
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
public struct RelationsAnswer: Sendable {
  public let events: [MatrixEvent]
  /// Where it goes on; nil at the end.
  public let next: String?

  public init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.chunk().events(in: room)
    next = root.optionalToken("next_batch")
  }
}

/// One event that was asked for by its id.
public struct EventAnswer: Sendable {
  public let event: MatrixEvent

  public init(_ bytes: [UInt8], of id: MessageID, in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard let event = MatrixEvent(root, in: room), event.id == id else { throw .lacks("event_id") }
    self.event = event
  }
}

/// The event that an answer to sending names. When it happened is not said.
public struct SentAnswer: Hashable, Sendable {
  public let id: MessageID

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    guard let id = try JSONDocument.answer(bytes)["event_id"].messageID else { throw .lacks("event_id") }
    self.id = id
  }
}

/// What a server found, the newest first: also edits and their old words, so each find must be looked at again.
public struct SearchAnswer: Sendable {
  public let events: [MatrixEvent]
  public let next: String?

  public init(_ bytes: [UInt8]) throws(AnswerError) {
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
public struct MembersAnswer: Sendable {
  public let events: [MatrixEvent]

  public init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    events = try root.chunk().states(in: room).filter { $0.type == EventType.member }
  }
}
