public import ChatDomain
import JSON

/// What a server notified of, the latest first.
public struct NotificationsAnswer: Sendable {
  /// The events with their rooms. Whether they concern the person is for the device to say, which reads them.
  public let events: [(room: ChannelID, event: MatrixEvent)]

  /// As many as are read of one answer.
  private static let most = 500

  public init(_ bytes: [UInt8]) throws(AnswerError) {
    let root = try JSONDocument.answer(bytes)
    guard root["notifications"]?.kind == .array else { throw .lacks("notifications") }
    events = root["notifications"].elements.prefix(Self.most).compactMap { told in
      guard let room = told["room_id"].channelID,
        let event = told["event"].flatMap({ MatrixEvent($0, in: room) })
      else { return nil }
      return (room, event)
    }
  }
}
