public import ChatDomain
public import DraftEngine

/// Simulates encryption as clients see it. Nothing is encrypted.
extension InMemoryChatService {
  /// Marks a channel as encrypted. If the service lacks the ability `encrypts`, nothing can be sent to the channel afterwards.
  public func encrypt(_ channel: ChannelID) throws(ChatError) {
    try changeChannel(channel) { $0.isEncrypted = true }
    if !configuration.abilities.contains(.encrypts) {
      announcements.setSendingRefusal(.encryptedChannel, in: channel)
    }
  }

  /// Whether a channel is encrypted, so that its drafts must not be stored.
  func isEncrypted(_ channel: ChannelID) -> Bool {
    perform { state in state.number(of: channel).map { state.rooms[$0].channel.isEncrypted } ?? false }
  }

  /// Sets the encryption state of a user, with the keys and passwords it accepts, and sends the state to the user's devices.
  public func setEncryption(_ account: EncryptionAccount, of user: UserID) {
    perform { state in
      state.encryption.accounts[user] = account
      state.events.send(.encryptionChanged(account.state), to: user)
    }
  }

  /// Sets a user's identity and devices as others see them. Everybody has to accept a changed identity again.
  public func setIdentity(_ identity: EncryptionIdentity, of user: UserID) {
    perform { state in
      state.encryption.identities[user] = identity
      for other in state.encryption.accepted.keys { state.encryption.accepted[other]?.remove(user) }
      state.sendRecipientsChange(of: user, to: Set(state.events.users))
    }
  }

  /// The recovery key that a client saved to a path; nil if it saved none there.
  public func savedRecoveryKey(at path: String) -> String? {
    perform { $0.encryption.savedKeys[path] }
  }

  /// Adds a message that clients cannot decrypt to an encrypted channel.
  ///
  /// - Parameters:
  ///   - author: who wrote it.
  ///   - channel: its channel.
  ///   - note: why it cannot be read; nil if that is not known.
  @discardableResult
  public func sayUnreadably(
    by author: UserID, in channel: ChannelID, note: EncryptionNote? = nil
  ) throws(ChatError) -> MessageID {
    try say(by: author, in: channel) {
      $0.isUnreadable = true
      $0.encryptionNote = note
    }
  }

  /// Adds an unencrypted message to an encrypted channel, as a client without keys would send it.
  @discardableResult
  public func sayInClear(
    _ text: String, by author: UserID, in channel: ChannelID
  ) throws(ChatError) -> MessageID {
    try say(by: author, in: channel) { $0.elements = [.plainText(text: text)] }
  }

  private func say(
    by author: UserID, in channel: ChannelID, _ change: @Sendable (inout Message) -> Void
  ) throws(ChatError) -> MessageID {
    try perform { state throws(ChatError) in
      let room = try state.room(channel, for: author)
      let token = state.makeToken()
      var message = Message(
        id: MessageID(token: token), channelId: channel, author: User(id: author), elements: [],
        createdAt: state.now, timetoken: Timetoken(token))
      change(&message)
      state.store(message, in: room)
      let told = message
      state.sendMessage(told, in: room) { .messageCreated($0) }
      return message.id
    }
  }

  /// Makes a message readable, as if its key had arrived. The message itself does not change, so its version stays.
  ///
  /// - Parameters:
  ///   - id: the message.
  ///   - channel: its channel.
  ///   - elements: its text.
  ///   - note: what its readers should know; nil if there is nothing.
  public func reveal(
    _ id: MessageID, in channel: ChannelID, _ elements: [MessageElement], note: EncryptionNote? = nil
  ) throws(ChatError) {
    try perform { state throws(ChatError) in
      let room = try state.room(channel)
      var message = try state.stored(id, in: room)
      guard message.isUnreadable else { return }
      message.isUnreadable = false
      message.elements = elements
      message.encryptionNote = note
      let readable = message
      state.rooms[room].history.modify(message.token) { $0 = readable }
      state.sendMessage(message, in: room) { .messageUpdated($0) }
    }
  }
}
