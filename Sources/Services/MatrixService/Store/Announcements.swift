import ChatDomain
import Synchronization

/// State of the service that can be read without waiting for its actor.
final class Announcements: Sendable {
  private struct State {
    var limits = ServiceLimits(
      messageBytes: EventSize.messageBytes, fileBytes: 50 << 20, filesPerMessage: 1,
      uploadChunkBytes: 256 << 10)
    var ignoredPeople: Set<UserID> = []
    /// Rooms in which the user may not do everything.
    var refusals: [ChannelID: [ChannelAct: ChatError.Refusal]] = [:]
    /// Rooms that the user cannot send to.
    var sendingRefusals: [ChannelID: ChatError.Refusal] = [:]
  }

  /// The enabled abilities.
  let abilities: Set<ServiceAbility>

  /// The abilities of a homeserver.
  static let all: Set<ServiceAbility> = [
    .searchesMessages, .tellsPresence, .takesReactions, .pinsMessages, .keepsDrafts, .listsChannels,
    .ignoresPeople, .marksUnread, .tellsReaders, .keepsInbox, .groupsChannels,
    .takesKnocks,
  ]

  private let state = Mutex(State())

  /// - Parameter keepsDrafts: whether drafts are synced through the server.
  init(keepsDrafts: Bool) { abilities = keepsDrafts ? Self.all : Self.all.subtracting([.keepsDrafts]) }

  /// Throws if an ability is disabled.
  func require(_ ability: ServiceAbility) throws(ChatError) {
    if let refusal = abilities.refusal(ofNeeding: [ability]) { throw .refused(refusal) }
  }

  var limits: ServiceLimits { state.withLock(\.limits) }

  /// Sets the server's limit for files.
  ///
  /// - Returns: the new limits; nil if nothing changed.
  func setFileLimit(_ bytes: Int) -> ServiceLimits? {
    state.withLock { state in
      guard state.limits.fileBytes != bytes else { return nil }
      state.limits.fileBytes = bytes
      return state.limits
    }
  }

  func setIgnored(_ people: Set<UserID>) { state.withLock { $0.ignoredPeople = people } }

  func isIgnored(_ user: UserID) -> Bool { state.withLock { $0.ignoredPeople.contains(user) } }

  func setRefusals(sending: ChatError.Refusal?, acts: [ChannelAct: ChatError.Refusal], in id: ChannelID) {
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
