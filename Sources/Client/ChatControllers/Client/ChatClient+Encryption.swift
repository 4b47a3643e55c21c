public import ChatDomain

/// Requests about encryption. A service without the ability `encrypts` refuses them.
extension ChatClient {
  /// What this device can do with encrypted messages. `ClientNotice.event(_:)` with `encryptionChanged` reports changes.
  public func encryptionState() async throws(ChatError) -> EncryptionState {
    try await service.encryptionState()
  }

  /// Opens the account's stored keys, and signs this device with them.
  ///
  /// - Parameter typed: the recovery key or passphrase, as the user typed it.
  public func enterRecoveryKey(_ typed: String) async throws(ChatError) -> EncryptionState {
    try await service.enterRecoveryKey(typed)
  }

  /// Makes a recovery key; it replaces the one made before. The caller may show the text, but must not store it.
  public func makeRecoveryKey() async throws(ChatError) -> String { try await service.makeRecoveryKey() }

  /// Writes the key of ``makeRecoveryKey()`` to a new file that only the user can read.
  public func saveRecoveryKey(to path: String) async throws(ChatError) {
    try await service.saveRecoveryKey(to: path)
  }

  /// Makes the account's keys and stores them, encrypted with the key of ``makeRecoveryKey()``.
  ///
  /// - Parameters:
  ///   - typed: the recovery key as the user typed it again; nil if it was saved to a file.
  ///   - password: of the account; nil until the service asks for it.
  public func setUpEncryption(
    confirming typed: String?, password: String?
  ) async throws(ChatError) -> EncryptionState {
    try await service.setUpEncryption(confirming: typed, password: password)
  }

  /// The people and devices of an encrypted channel that could not read the next message, as far as this device knows.
  public func encryptionRecipients(in channel: ChannelID) async throws(ChatError) -> EncryptionRecipients {
    try await service.encryptionRecipients(in: channel)
  }

  /// Accepts the new identity of a user, and sends again what was refused because of it.
  public func acceptIdentity(of user: UserID) async throws(ChatError) {
    try await service.acceptIdentity(of: user)
    for channel in channelsWithPendingWork {
      for entry in pendingWork(in: channel) {
        guard case .refused(.identityChanged(let users))? = entry.failure, users.contains(user) else {
          continue
        }
        do throws(OutboxError) {
          try await messageController(for: entry.message).resendMessage()
        } catch {
          // The message was sent again or given up meanwhile, or it stays, with its reason.
        }
      }
    }
  }
}
