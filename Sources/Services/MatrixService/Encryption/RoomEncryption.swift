import ChatDomain
import EncryptionMachine
import JSON

/// Encrypts events for rooms, and finds the members who cannot read them.
struct RoomEncryption: AccountPart {
  let account: AccountContext
  let requests: KeyRequests
  let people: PeopleDirectory

  // MARK: Sending

  /// Encrypts an event, after the room's key was shared with everyone who may read it and the server has accepted those messages.
  /// The same transaction gives the same bytes until ``sent(_:)``.
  func content(_ event: OutgoingEvent) async throws(ChatError) -> [UInt8] {
    let room = try store.room(event.room)
    let content: JSONNode
    do { content = try JSONDocument(event.content).root } catch { throw .refused(.invalid("the content")) }
    // Others may join or leave while the key is shared.
    for _ in 0..<3 {
      let audience = try await audience(of: room)
      var blocked: [String] = []
      let isReady = try await requests.perform { machine throws(ChatError) in
        let preparation = try withChatErrors(machine.prepare(room: room.id.rawValue, for: audience))
        blocked = preparation.blocked.keys.sorted()
        return blocked.isEmpty ? preparation.requests : []
      }
      guard blocked.isEmpty else { throw .refused(.identityChanged(blocked.map { UserID($0) })) }
      guard isReady else { continue }
      // New members need the key too, and members who left must not get it.
      let present = try await self.audience(of: room)
      guard let machine = keys.machine else { continue }
      do throws(MachineError) {
        return try machine.encrypt(
          room: room.id.rawValue, for: present, type: event.type, content: content,
          transaction: event.transaction.rawValue)
      } catch {
        switch error {
        case .notPrepared: continue
        case .transactionReused:
          // The message was changed while it waited to be sent. If its first form arrived after all, the server answers with that
          // event.
          try sent(event.transaction)
        default: throw error.meaning
        }
      }
    }
    throw .connection(.busy(retryAfter: nil))
  }

  /// Forgets the encrypted form of an event that the server has accepted or refused.
  func sent(_ transaction: TransactionID) throws(ChatError) {
    try withChatErrors(keys.machine?.sent(transaction.rawValue))
  }

  // MARK: Recipients

  private func audience(of room: Room) async throws(ChatError) -> RoomAudience {
    try await people.completeMembers(of: room)
    let room = try store.room(room.id)
    guard room.members.isComplete else { throw .connection(.busy(retryAfter: nil)) }
    try await completeSettings(of: room)
    let everybody = room.members.all
    let joined = everybody.filter { $0.value.standing == .joined }.keys.map(\.rawValue)
    let invited = everybody.filter { $0.value.standing == .invited }.keys.map(\.rawValue)
    return RoomAudience(
      joined: joined + [me.rawValue], invited: invited, visibility: room.historyVisibility ?? "shared")
  }

  /// Fetches settings that an earlier version of this program did not keep.
  private func completeSettings(of room: Room) async throws(ChatError) {
    if room.historyVisibility == nil {
      let content = try await state(EventType.historyVisibility, of: room)
      room.historyVisibility = content?["history_visibility"]?.shortString ?? "shared"
    }
    guard let machine = keys.machine else { return }
    let isKnown = try withChatErrors(machine.isEncrypted(room: room.id.rawValue))
    guard !isKnown else { return }
    let content = try await state(EventType.encryption, of: room)
    try withChatErrors(machine.note(encryption: content, room: room.id.rawValue))
  }

  private func state(_ type: String, of room: Room) async throws(ChatError) -> JSONNode? {
    try await connection.jsonIfFound(.state(type, of: room.id), FailureContext(subject: type))
  }

  /// Who could not read the next message, as far as is known. Stale device lists are fetched first.
  func recipients(in id: ChannelID) async throws(ChatError) -> EncryptionRecipients {
    if let partner = id.prospectivePartner {
      let name = try await people.user(partner).name
      let audience = RoomAudience(joined: [me.rawValue, partner.rawValue], invited: [], visibility: "shared")
      return try await recipients(audience) { $0 == partner ? name : nil }
    }
    let room = try store.room(id)
    guard try isEncrypted(room) else { return EncryptionRecipients() }
    return try await recipients(audience(of: room)) { room.members[$0]?.name }
  }

  private func recipients(
    _ audience: RoomAudience, name: (UserID) -> String?
  ) async throws(ChatError) -> EncryptionRecipients {
    guard try keys.usableMachine() != nil else { return EncryptionRecipients() }
    try withChatErrors(keys.machine?.track(audience.users))
    await requests.performDue()
    guard let machine = keys.machine else { return EncryptionRecipients() }
    let preparation = try withChatErrors(machine.inspect(audience))
    var recipients = EncryptionRecipients()
    let withheld = Dictionary(grouping: preparation.withheld.keys, by: \.user)
    for user in audience.users.sorted() {
      let person = User(id: UserID(user), name: name(UserID(user)))
      let unsigned = withheld[user]?.count ?? 0
      let known = try withChatErrors(machine.devices(of: user).count)
      if user == me.rawValue {
        recipients.unsignedDevices += unsigned
      } else if preparation.blocked[user] != nil {
        recipients.changed.append(person)
      } else if known == 0 {
        recipients.withoutDevice.append(person)
      } else if unsigned == known {
        recipients.unreachable.append(person)
      } else {
        recipients.unsignedDevices += unsigned
      }
    }
    return recipients
  }

  func acceptIdentity(of user: UserID) throws(ChatError) {
    guard let machine = keys.machine else { throw .refused(.notSupported(.encrypts)) }
    try withChatErrors(machine.acknowledgeIdentity(of: user.rawValue))
    try requests.readAgain(of: [user])
  }
}
