public import ChatDomain
import JSON

/// All that a room is.
public struct StateAnswer: Sendable {
  public let events: [MatrixEvent]

  public init(_ bytes: [UInt8], in room: ChannelID) throws(AnswerError) {
    let root: JSONNode
    do throws(JSONError) { root = try JSONDocument(bytes, limits: .answer).root } catch {
      throw .notJSON(error)
    }
    guard root.kind == .array else { throw .lacks("[]") }
    events = (root as JSONNode?).states(in: room)
  }
}
