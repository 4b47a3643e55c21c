import ChatDomain
import MatrixWire
import Synchronization

/// What anybody may ask of the service without waiting for its actor.
final class Announcements: Sendable {
  private struct State {
    var limits = ServiceLimits(
      messageBytes: EventSize.messageBytes, fileBytes: 50 << 20, filesPerMessage: 1,
      uploadChunkBytes: 256 << 10)
    var refusals: [ChannelID: ChatError.Refusal] = [:]
  }

  /// What a homeserver can do for this program.
  static let abilities: Set<ServiceAbility> = [
    .searchesMessages, .tellsPresence, .takesReactions, .pinsMessages, .keepsDrafts, .marksUnread,
    .groupsChannels,
  ]

  private let state = Mutex(State())

  var limits: ServiceLimits { state.withLock(\.limits) }

  /// Takes over how large the server lets a file be.
  ///
  /// - Returns: the limits as they are now; nil if they are as before.
  func setFileLimit(_ bytes: Int) -> ServiceLimits? {
    state.withLock { state in
      guard state.limits.fileBytes != bytes else { return nil }
      state.limits.fileBytes = bytes
      return state.limits
    }
  }

  func setSendingRefusals(_ refusals: [ChannelID: ChatError.Refusal]) {
    state.withLock { $0.refusals = refusals }
  }

  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? { state.withLock { $0.refusals[id] } }
}
