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
    /// Rooms to which nothing may be sent in the clear.
    var encrypted: Set<ChannelID> = []
  }

  /// The enabled abilities.
  let abilities: Set<ServiceAbility>

  /// The abilities of a homeserver.
  static let all: Set<ServiceAbility> = [
    .searchesMessages, .tellsPresence, .takesReactions, .pinsMessages, .keepsDrafts, .listsChannels,
    .ignoresPeople, .marksUnread, .tellsReaders, .keepsInbox, .groupsChannels,
    .takesKnocks, .encrypts,
  ]

  private let state = Mutex(State())

  /// - Parameters:
  ///   - keepsDrafts: whether drafts are synced through the server.
  ///   - encrypts: whether this device encrypts.
  init(keepsDrafts: Bool, encrypts: Bool) {
    var abilities = Self.all
    if !keepsDrafts { abilities.remove(.keepsDrafts) }
    if !encrypts { abilities.remove(.encrypts) }
    self.abilities = abilities
  }

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

  func setRefusals(
    sending: ChatError.Refusal?, acts: [ChannelAct: ChatError.Refusal], isEncrypted: Bool, in id: ChannelID
  ) {
    state.withLock { state in
      if isEncrypted { state.encrypted.insert(id) }
      state.sendingRefusals[id] = sending
      state.refusals[id] = acts.isEmpty ? nil : acts
    }
  }

  func refusal(of act: ChannelAct, in id: ChannelID) -> ChatError.Refusal? {
    state.withLock { $0.refusals[id]?[act] }
  }

  /// Whether nothing may be sent to the room in the clear. Encryption never ends.
  func isEncrypted(_ id: ChannelID) -> Bool { state.withLock { $0.encrypted.contains(id) } }

  func sendingRefusal(in id: ChannelID) -> ChatError.Refusal? {
    state.withLock { $0.sendingRefusals[id] }
  }
}
