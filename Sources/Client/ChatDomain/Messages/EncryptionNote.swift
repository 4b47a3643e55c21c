/// Why an encrypted message cannot be read here, or what its reader should know.
public enum EncryptionNote: String, Hashable, Sendable, CaseIterable {
  /// It can be read, but its key came from the backup, so nothing proves who wrote it.
  case senderNotProven
  /// It can be read, but its sender's identity is not the one that this device knows.
  case senderChanged
  /// Its key has not arrived.
  case keyMissing
  /// Its sender's program gives no keys to devices that are not signed, and this one was not.
  case deviceNotSigned
  /// Its sender blocked this device.
  case deviceBlocked
  /// Its sender's program says that this device may not read it.
  case notEntitled
  /// Its sender's program could not send the key.
  case keyNotSent
  /// It was sent by a device that its user has not signed.
  case senderNotSigned
  /// Its sender was verified, and has another identity now.
  case senderNotVerified
  /// The device that sent it is not known yet.
  case senderUnknown
  /// It contradicts itself, or is a replay: it may be forged.
  case notGenuine
  /// It was encrypted in a way that this program does not know.
  case unknownMethod

  /// Whether the text of the message is missing or hidden.
  public var isUnreadable: Bool { self != .senderNotProven && self != .senderChanged }
}

extension EncryptionNote: CustomStringConvertible {
  /// The note as a part of a sentence, shown in place of an unreadable text.
  public var description: String {
    switch self {
    case .senderNotProven: "its key came from the backup: the sender is not proven"
    case .keyMissing: "encrypted: its key has not arrived yet"
    case .deviceNotSigned: "encrypted: this device was not signed, so it got no key"
    case .deviceBlocked: "encrypted: its sender blocked this device"
    case .notEntitled: "encrypted: its sender's program gives this device no key"
    case .keyNotSent: "encrypted: its sender's program could not send the key"
    case .senderNotSigned: "hidden: sent from a device its sender has not signed"
    case .senderChanged: "its sender's identity changed since"
    case .senderNotVerified: "hidden: its sender's identity changed since you verified it"
    case .senderUnknown: "encrypted: the device it came from is not known yet"
    case .notGenuine: "hidden: it may be forged"
    case .unknownMethod: "encrypted in a way that this program cannot read"
    }
  }
}
