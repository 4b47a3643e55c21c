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
  /// The public key of this device, in groups, for a comparison by people.
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
    /// The user does not want one.
    case switchedOff
    /// New keys go into it; so many are not in it yet.
    case on(waiting: Int)
    /// There is one, and its key is not on this device.
    case locked
    /// There is one, and nothing proves that it is the user's. It gets no keys.
    case unproven
  }

  /// What the user has to do next.
  public enum NextStep: Hashable, Sendable, CaseIterable {
    /// Everything works.
    case none
    /// The account's keys were not read yet.
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
    /// The backup is not proven to be the user's. It gets no keys.
    case checkBackup
  }
}

/// Who of a channel could not read the next message.
public struct EncryptionRecipients: Hashable, Sendable {
  /// People whose identity is not the one that this device knows. Nothing is sent to the channel until the user accepts the new
  /// ones, see ``ChatService/acceptIdentity(of:)``.
  public var changed: [User]
  /// People who have no signed device. They will not be able to read the message.
  public var unreachable: [User]
  /// How many other devices will not be able to read it, of people who have a signed one, and of the user.
  public var unsignedDevices: Int

  /// Without arguments: everybody can read.
  public init(changed: [User] = [], unreachable: [User] = [], unsignedDevices: Int = 0) {
    self.changed = changed
    self.unreachable = unreachable
    self.unsignedDevices = unsignedDevices
  }
}
