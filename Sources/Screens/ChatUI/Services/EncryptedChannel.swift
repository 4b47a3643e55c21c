import ChatDomain

/// Texts about encrypted channels while this program can neither read nor write them.
nonisolated enum EncryptedChannel {
  /// Why nothing can be sent, and what will change that.
  static let obstacle = "sending needs a later version"
  /// What can be done meanwhile.
  static let way = "/\(SlashCommand.dm.name) NAME opens an unencrypted conversation"
}

nonisolated extension Message {
  /// Whether it is a message that a person sent unencrypted.
  var isInClear: Bool { kind == .regular && !isEncrypted && !isDeleted && timetoken != nil }
}
