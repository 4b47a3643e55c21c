import ChatDomain

/// A user's requests about encryption, which the service only simulates.
struct EncryptionRequests {
  let user: UserID

  func state(_ state: ServiceState) -> EncryptionState { state.encryption.account(of: user).state }

  func enterRecoveryKey(
    _ typed: String, _ state: inout ServiceState
  ) throws(ChatError) -> EncryptionState {
    var account = state.encryption.account(of: user)
    guard let key = account.recoveryKey else {
      throw .refused(.recoveryKey("nothing is stored that a recovery key could open"))
    }
    guard Self.same(typed, key) || typed == account.passphrase else {
      throw .refused(
        .recoveryKey(
          Self.looksLikeKey(typed)
            ? "this recovery key is not the one of this account"
            : "this is no recovery key: 12 groups of 4 letters and digits"))
    }
    account.state.isDeviceSigned = true
    // An account without a backup gets one only if that was the next step.
    if account.state.backup != .none || account.state.nextStep == .makeBackup {
      account.state.backup = .on(waiting: 0)
    }
    account.state.nextStep = .none
    return set(account, &state)
  }

  func makeRecoveryKey(_ state: inout ServiceState) -> String {
    let key = state.encryption.makeKey()
    state.encryption.newKeys[user] = EncryptionRecords.NewKey(text: key)
    return key
  }

  func saveRecoveryKey(to path: String, _ state: inout ServiceState) throws(ChatError) {
    guard let key = state.encryption.newKeys[user] else {
      throw .refused(.recoveryKey("there is no new key"))
    }
    guard state.encryption.savedKeys[path] == nil else {
      throw .refused(.recoveryKey("there is a file at \(path) already"))
    }
    state.encryption.savedKeys[path] = key.text
    state.encryption.newKeys[user]?.isSaved = true
  }

  func setUp(
    confirming typed: String?, password: String?, _ state: inout ServiceState
  ) throws(ChatError) -> EncryptionState {
    guard let key = state.encryption.newKeys[user] else {
      throw .refused(.recoveryKey("there is no new key"))
    }
    guard typed.map({ Self.same($0, key.text) }) ?? key.isSaved else {
      throw .refused(.recoveryKey("this is not the recovery key that was shown"))
    }
    var account = state.encryption.account(of: user)
    if let wanted = account.password, password != wanted { throw .refused(.needsPassword) }
    account.recoveryKey = key.text
    account.passphrase = nil
    account.state = EncryptionAccount().state
    state.encryption.newKeys[user] = nil
    return set(account, &state)
  }

  func recipients(in channel: ChannelID, _ state: ServiceState) throws(ChatError) -> EncryptionRecipients {
    var members: [UserID] = []
    if let partner = channel.prospectivePartner {
      if state.can(.encrypts) { members = [try state.users.user(partner).id] }
    } else {
      let room = try state.room(channel, for: user)
      if state.rooms[room].channel.isEncrypted { members = state.rooms[room].members.ids.sorted() }
    }
    var recipients = EncryptionRecipients()
    for member in members where member != user {
      let identity = state.encryption.identities[member] ?? EncryptionIdentity()
      if state.encryption.isChanged(member, for: user) {
        recipients.changed.append(state.users.known(member))
      } else if !identity.hasSignedDevice, identity.unsignedDevices == 0 {
        recipients.withoutDevice.append(state.users.known(member))
      } else if !identity.hasSignedDevice {
        recipients.unreachable.append(state.users.known(member))
      }
      recipients.unsignedDevices += identity.unsignedDevices
    }
    return recipients
  }

  func accept(_ other: UserID, _ state: inout ServiceState) throws(ChatError) {
    _ = try state.users.user(other)
    guard state.encryption.isChanged(other, for: user) else { return }
    state.encryption.accepted[user, default: []].insert(other)
    state.sendRecipientsChange(of: other, to: [user])
  }

  /// Throws if the channel has members whose changed identity the user has not accepted.
  ///
  /// - Parameter isEncrypted: whether the message may only be sent encrypted.
  func checkSending(in room: Int, isEncrypted: Bool, _ state: ServiceState) throws(ChatError) {
    guard state.rooms[room].channel.isEncrypted else {
      if isEncrypted { throw .refused(.unencryptedChannel) }
      return
    }
    let changed = state.rooms[room].members.ids.filter {
      $0 != user && state.encryption.isChanged($0, for: user)
    }
    if !changed.isEmpty { throw .refused(.identityChanged(changed.sorted())) }
  }

  private func set(_ account: EncryptionAccount, _ state: inout ServiceState) -> EncryptionState {
    state.encryption.accounts[user] = account
    state.events.send(.encryptionChanged(account.state), to: user)
    return account.state
  }

  /// Whether both are the same recovery key, ignoring blanks.
  private static func same(_ typed: String, _ key: String) -> Bool {
    typed.filter { !$0.isWhitespace } == key.filter { !$0.isWhitespace }
  }

  private static func looksLikeKey(_ typed: String) -> Bool {
    let letters = typed.filter { !$0.isWhitespace }
    return letters.count == 48 && letters.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

extension ServiceState {
  /// Tells users that the identity or the devices of a member of their encrypted channels changed.
  mutating func sendRecipientsChange(of member: UserID, to users: Set<UserID>) {
    for room in rooms where room.channel.isEncrypted && room.isMember(member) {
      for user in room.members.ids where users.contains(user) {
        events.send(.recipientsChanged(channelId: room.id), to: user)
      }
    }
  }
}
