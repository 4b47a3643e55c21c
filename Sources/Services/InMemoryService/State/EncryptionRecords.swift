public import ChatDomain

/// The simulated encryption of a user, which all of the user's devices share.
public struct EncryptionAccount: Hashable, Sendable {
  /// The state that the user's devices get.
  public var state: EncryptionState
  /// The recovery key of the account's stored keys; nil if the account has none.
  public var recoveryKey: String?
  /// The passphrase that opens the stored keys, too; nil if there is none.
  public var passphrase: String?
  /// The password that is required to make new keys; nil if none is.
  public var password: String?

  /// Without arguments: everything is set up, and this device is signed.
  public init(
    nextStep: EncryptionState.NextStep = .none, recoveryKey: String? = nil, passphrase: String? = nil,
    password: String? = nil, backup: EncryptionState.Backup? = nil
  ) {
    let hasKeys = nextStep != .setUp && nextStep != .wait
    let isReady = nextStep == .none || nextStep == .makeBackup || nextStep == .checkBackup
    state = EncryptionState(
      isDeviceSigned: isReady, recovery: !hasKeys ? .none : passphrase == nil ? .key : .keyOrPassphrase,
      backup: backup ?? (!hasKeys || nextStep == .makeBackup ? .none : isReady ? .on(waiting: 0) : .locked),
      nextStep: nextStep, fingerprint: "ED25 519+ 3kQm 9ZtB 1vXo pL7c dE2w Yh8N rU5s Kf4a")
    self.recoveryKey = recoveryKey
    self.passphrase = passphrase
    self.password = password
  }
}

/// A user's identity and devices, as others see them.
public struct EncryptionIdentity: Hashable, Sendable {
  /// Whether the identity has changed, for users who have not accepted it.
  public var isChanged: Bool
  /// Whether at least one device is signed.
  public var hasSignedDevice: Bool
  /// How many devices are not signed.
  public var unsignedDevices: Int

  /// Without arguments: one signed device.
  public init(isChanged: Bool = false, hasSignedDevice: Bool = true, unsignedDevices: Int = 0) {
    self.isChanged = isChanged
    self.hasSignedDevice = hasSignedDevice
    self.unsignedDevices = unsignedDevices
  }
}

/// The simulated encryption of all users.
struct EncryptionRecords: Sendable {
  /// A recovery key that was made, and not used yet.
  struct NewKey: Sendable {
    let text: String
    var isSaved = false
  }

  var accounts: [UserID: EncryptionAccount] = [:]
  var identities: [UserID: EncryptionIdentity] = [:]
  /// The users whose changed identities a user has accepted.
  var accepted: [UserID: Set<UserID>] = [:]
  var newKeys: [UserID: NewKey] = [:]
  /// The recovery keys that were saved, by their paths. The service has no files.
  var savedKeys: [String: String] = [:]
  private var generator = SeededGenerator(seed: 47)

  private static let letters = Array("123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz")

  /// A text that looks like a recovery key.
  mutating func makeKey() -> String {
    let groups = (0..<12).map { _ in
      String((0..<4).map { _ in Self.letters[Int(generator.next() % UInt64(Self.letters.count))] })
    }
    return groups.joined(separator: " ")
  }

  func account(of user: UserID) -> EncryptionAccount { accounts[user] ?? EncryptionAccount() }

  /// Whether a user has to accept the identity of another one.
  func isChanged(_ other: UserID, for user: UserID) -> Bool {
    identities[other]?.isChanged == true && accepted[user]?.contains(other) != true
  }
}
