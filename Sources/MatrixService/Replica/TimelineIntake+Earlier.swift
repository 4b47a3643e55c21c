import ChatDomain
import MatrixCache

extension TimelineIntake {
  /// What is here of an event before it comes.
  enum Earlier {
    /// Nothing, and nothing that is about it: so it is with nearly all.
    case nothing
    /// What refers to it: an edit, a redaction, a reply.
    case references
    case event(CachedEvent)

    /// The event, as it is in the cache.
    var event: CachedEvent? { if case .event(let row) = self { row } else { nil } }

    var isNothing: Bool { if case .nothing = self { true } else { false } }
  }

  func earlier(than id: MessageID) throws(CacheFault) -> Earlier {
    if try cache.isUnheardOf(id, in: room.id) { return .nothing }
    return try cache.event(id, in: room.id).map { .event($0) } ?? .references
  }
}
