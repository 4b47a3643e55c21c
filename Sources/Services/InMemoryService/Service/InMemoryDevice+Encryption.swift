public import ChatDomain

extension InMemoryDevice {
  public func encryptionState() async throws(ChatError) -> EncryptionState {
    try await ask(.encryptionState) { state, me throws(ChatError) in
      EncryptionRequests(user: me).state(state)
    }
  }

  public func enterRecoveryKey(_ typed: String) async throws(ChatError) -> EncryptionState {
    try await ask(.enterRecoveryKey) { state, me throws(ChatError) in
      try EncryptionRequests(user: me).enterRecoveryKey(typed, &state)
    }
  }

  public func makeRecoveryKey() async throws(ChatError) -> String {
    try await ask(.makeRecoveryKey) { state, me throws(ChatError) in
      EncryptionRequests(user: me).makeRecoveryKey(&state)
    }
  }

  public func saveRecoveryKey(to path: String) async throws(ChatError) {
    try await ask(.saveRecoveryKey) { state, me throws(ChatError) in
      try EncryptionRequests(user: me).saveRecoveryKey(to: path, &state)
    }
  }

  public func setUpEncryption(
    confirming typed: String?, password: String?
  ) async throws(ChatError) -> EncryptionState {
    try await ask(.setUpEncryption) { state, me throws(ChatError) in
      try EncryptionRequests(user: me).setUp(confirming: typed, password: password, &state)
    }
  }

  public func encryptionRecipients(in channel: ChannelID) async throws(ChatError) -> EncryptionRecipients {
    try await ask(.encryptionRecipients, in: channel) { state, me throws(ChatError) in
      try EncryptionRequests(user: me).recipients(in: channel, state)
    }
  }

  public func acceptIdentity(of user: UserID) async throws(ChatError) {
    try await ask(.acceptIdentity) { state, me throws(ChatError) in
      try EncryptionRequests(user: me).accept(user, &state)
    }
  }
}
