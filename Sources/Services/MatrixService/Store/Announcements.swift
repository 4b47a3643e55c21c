import ChatDomain
import Synchronization

/// What anybody may ask of the service without waiting for its actor.
final class Announcements: Sendable {
  private struct State {
    var limits = ServiceLimits(
      messageBytes: EventSize.messageBytes, fileBytes: 50 << 20, filesPerMessage: 1,
      uploadChunkBytes: 256 << 10)
    var ignoredPeople: Set<UserID> = []
    /// Only rooms in which something is refused.
    var refusals: [ChannelID: [ChannelAct: ChatError.Refusal]] = [:]
    /// Only rooms that nothing can be sent to.
    var sendingRefusals: [ChannelID: ChatError.Refusal] = [:]
  }

  /// What is wanted of that.
  let abilities: Set<ServiceAbility>

  /// What a homeserver can do for this program.
  static let all: Set<ServiceAbility> = [
    .searchesMessages, .tellsPresence, .takesReactions, .pinsMessages, .keepsDrafts, .listsChannels,
    .ignoresPeople, .marksUnread, .tellsReaders, .keepsInbox, .groupsChannels,
    .takesKnocks,
  ]

  private let state = Mutex(State())

  /// - Parameter keepsDrafts: whether drafts leave the device.
  init(keepsDrafts: Bool) { abilities = keepsDrafts ? Self.all : Self.all.subtracting([.keepsDrafts]) }

  /// Refuses what is not wanted.
  func require(_ ability: ServiceAbility) throws(ChatError) {
    if let refusal = abilities.refusal(ofNeeding: [ability]) { throw .refused(refusal) }
  }

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

  func setIgnored(_ people: Set<UserID>) { state.withLock { $0.ignoredPeople = people } }

  func isIgnored(_ user: UserID) -> Bool { state.withLock { $0.ignoredPeople.contains(user) } }

  func setRefusals(
    sending: ChatError.Refusal?, acts: [ChannelAct: ChatError.Refusal], in id: ChannelID
  ) {
    state.withLock { state in
      state.sendingRefusals[id] = sending
      state.refusals[id] = acts.isEmpty ? nil : acts
    }
  }

  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    state.withLock { $0.refusals[id]?[act] }
  }

  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    state.withLock { $0.sendingRefusals[id] }
  }
}
