/// What this device can do with encrypted messages, and what the user has to do next.
public struct EncryptionState: Hashable, Sendable {
  /// Whether the user's identity vouches for this device. Other people's programs may send no keys to a device that is not
  /// signed.
  public var isDeviceSigned: Bool
  /// What opens the account's stored keys.
  public var recovery: Recovery
  /// The backup of the keys of messages.
  public var backup: Backup
  /// What the user has to do next.
  public var nextStep: NextStep
  /// The public key of this device in groups of characters, for people to compare.
  public var fingerprint: String

  /// For a service that encrypts.
  public init(
    isDeviceSigned: Bool, recovery: Recovery, backup: Backup, nextStep: NextStep, fingerprint: String
  ) {
    self.isDeviceSigned = isDeviceSigned
    self.recovery = recovery
    self.backup = backup
    self.nextStep = nextStep
    self.fingerprint = fingerprint
  }

  /// What opens the keys that the account stores at the service.
  public enum Recovery: Hashable, Sendable {
    /// Nothing is stored.
    case none
    /// The recovery key.
    case key
    /// The recovery key or a passphrase.
    case keyOrPassphrase
  }

  /// The backup of the keys of messages at the service.
  public enum Backup: Hashable, Sendable {
    /// There is none.
    case none
    /// The user has turned it off.
    case switchedOff
    /// New keys are added to it; `waiting` keys are still missing.
    case on(waiting: Int)
    /// Its key is not on this device.
    case locked
    /// Nothing proves that it is the user's. No keys are added to it.
    case unproven
  }

  /// What the user has to do next.
  public enum NextStep: Hashable, Sendable, CaseIterable {
    /// Everything works.
    case none
    /// Nothing yet: the account's keys have not been read.
    case wait
    /// The account has no keys: make them, with a new recovery key.
    case setUp
    /// Enter the recovery key or passphrase.
    case enterRecoveryKey
    /// The private keys are lost: make new ones, with a new recovery key. Other people see that the identity changed.
    case reset
    /// The account's identity is not the one that this device knows. Find out who changed it.
    case checkIdentity
    /// Only the backup is missing: enter the recovery key, and one is made.
    case makeBackup
    /// The backup is not proven to be the user's. No keys are added to it.
    case checkBackup
  }
}

/// The people and devices of a channel that could not read the next message.
public struct EncryptionRecipients: Hashable, Sendable {
  /// People whose identity is not the one that this device knows. Nothing is sent to the channel until the user accepts the new
  /// identities, see ``ChatService/acceptIdentity(of:)``.
  public var changed: [User]
  /// People who have devices, but no signed one. They will not be able to read the message.
  public var unreachable: [User]
  /// People of whom no device is known that could read the message.
  public var withoutDevice: [User]
  /// The number of unsigned devices of the user and of the remaining people. They will not be able to read the message.
  public var unsignedDevices: Int

  /// Without arguments: everybody can read.
  public init(
    changed: [User] = [], unreachable: [User] = [], withoutDevice: [User] = [], unsignedDevices: Int = 0
  ) {
    self.changed = changed
    self.unreachable = unreachable
    self.withoutDevice = withoutDevice
    self.unsignedDevices = unsignedDevices
  }
}
