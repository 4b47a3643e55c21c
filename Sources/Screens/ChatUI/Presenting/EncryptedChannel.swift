import ChatDomain
import Composer

/// Texts about encrypted channels of a service that cannot encrypt here.
nonisolated enum EncryptedChannel {
  /// Why nothing can be sent.
  static let obstacle = "this device cannot send there"
  /// What can be done meanwhile.
  static let way = "/\(SlashCommand.dm.name) NAME opens an unencrypted conversation"
}

nonisolated extension Message {
  /// Whether it is a message that a person sent unencrypted.
  var isInClear: Bool { kind == .regular && !isEncrypted && !isDeleted && timetoken != nil }
}
