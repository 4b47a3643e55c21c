import ChatDomain
import Composer

/// Texts about encrypted channels that cannot be written to here.
nonisolated enum EncryptedChannel {
  /// Why nothing can be sent, and what can be done about it; nil if a refusal has another reason than encryption.
  static func obstacle(_ refusal: ChatError.Refusal?) -> (words: String, way: String)? {
    switch refusal {
    case .encryptedChannel:
      ("this device cannot send there", "/\(SlashCommand.dm.name) NAME opens an unencrypted conversation")
    case .keysDamaged:
      ("the keys on this device are damaged", "/\(SlashCommand.logout.name), then sign in again")
    default: nil
    }
  }
}

nonisolated extension Message {
  /// Whether it is a message that a person sent unencrypted.
  var isInClear: Bool { kind == .regular && !isEncrypted && !isDeleted && timetoken != nil }
}
