import Ciphers
import CrossSigning
import JSON

/// Collects the steps of a plan.
struct SetupBuilder {
  private let user: String
  private let suite: CipherSuite
  private let isReset: Bool
  let storage: OpenSecretStorage
  private let isStorageNew: Bool
  let secrets: CrossSigningSecrets
  private(set) var backupKey: BackupKey?
  private(set) var steps: [SetupStep] = []

  init(
    _ goal: SetupPlan.Goal, _ device: ThisDevice, _ state: AccountState, _ newKey: NewRecoveryKey?,
    _ suite: CipherSuite
  ) throws(RecoveryError) {
    (user, self.suite, isReset) = (device.keys.user, suite, goal == .reset)
    let identity = isReset ? nil : state.keys.identity
    // An unreadable identity is not a missing one.
    if let fault = state.keys.identityFault, !isReset { throw .crossSigning(fault) }
    if let kept = state.openStorage, !isReset {
      (storage, isStorageNew) = (kept, false)
    } else {
      // A new secret storage would hide the old one.
      guard isReset || !state.storage.exists else { throw .secretStorageClosed }
      guard identity == nil else { throw .noSecretStorage }
      guard let newKey else { throw .newKeyNeeded }
      // A second plan would overwrite the private keys of the first, which may be published.
      guard state.storage.contents[SecretStorage.type(ofKey: newKey.id)] == nil else { throw .newKeyUsed }
      storage = OpenSecretStorage(new: newKey.key, id: newKey.id, keeping: state.storage.contents)
      isStorageNew = true
    }
    let stored =
      isStorageNew ? nil : try StoredKeys(in: storage, of: user, matching: identity, with: suite)
    if let secrets = stored?.secrets {
      self.secrets = secrets
    } else {
      do { secrets = try CrossSigningSecrets(randomFor: user, with: suite) } catch {
        throw .crossSigning(error)
      }
    }

    if isStorageNew {
      add(.describeKey, type: SecretStorage.type(ofKey: storage.keyID), try description())
    }
    if stored?.secrets == nil { try storeSecrets() }
    let newBackup = try planBackup(state, stored?.backupKey)
    let namesDefault = isStorageNew || storage.isDefaultMissing
    // A reset can still be refused. Until then the old key stays the default one.
    if namesDefault, !isReset { nameDefault() }
    let master = try publish(identity)
    if namesDefault, isReset { nameDefault() }
    try sign(device, master, in: state, identity)
    if let newBackup { try create(newBackup, device) }
    if backupKey != nil, state.preference == .unset {
      add(.enableBackup, type: BackupPreference.type, Array(#"{"enabled":true}"#.utf8))
    }
  }

  // MARK: Keys

  /// Stores new keys. An incomplete stored set is replaced, because it was never published.
  private mutating func storeSecrets() throws(RecoveryError) {
    for (usage, seed) in secrets.seeds.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      try store(seed, usage.secretName)
    }
  }

  // MARK: Backup

  /// - Returns: the key of the backup to make; nil if none is made.
  private mutating func planBackup(
    _ state: AccountState, _ stored: BackupKey?
  ) throws(RecoveryError) -> BackupKey? {
    // A backup is never replaced, even if its key is not in secret storage.
    if let version = isReset ? nil : state.backup {
      if let stored, stored.publicKey == version.publicKey { backupKey = stored }
      return nil
    }
    guard state.preference != .off else { return nil }
    // Reuses the key that an interrupted setup stored.
    if let stored {
      backupKey = stored
      return stored
    }
    let key: BackupKey
    do { key = try BackupKey(randomWith: suite) } catch { throw .backup(error) }
    try store(key.seed, BackupVersion.secretName)
    backupKey = key
    return key
  }

  private mutating func create(_ key: BackupKey, _ device: ThisDevice) throws(RecoveryError) {
    let unsigned: SignedObject
    do {
      unsigned = try SignedObject(
        parsing: JSONWriter.bytes { json in
          json.object { json in json.member("public_key", key.publicKey.base64) }
        })
    } catch { throw .signature(error) }
    var authData = try device.signed(unsigned)
    if let master = secrets[.master] {
      do {
        authData = try authData.signed(by: master, of: user, named: master.publicKey.base64, with: suite)
      } catch { throw .signature(error) }
    }
    let body = JSONWriter.bytes { json in
      json.object { json in
        json.member("algorithm", BackupVersion.algorithm)
        json.member("auth_data", authData.node)
      }
    }
    add(.createBackup, ServerRequest(.post, ["room_keys", "version"], body: body))
  }

  // MARK: Identity and device

  /// - Returns: the master key's object, for the device to sign.
  private mutating func publish(_ identity: UserIdentity?) throws(RecoveryError) -> SignedObject {
    if let identity { return identity.master.object }
    let objects: [KeyUsage: SignedObject]
    do { objects = try secrets.publicObjects(with: suite) } catch { throw .crossSigning(error) }
    guard let master = objects[.master] else { throw .crossSigning(.privateKeyMissing(.master)) }
    add(.publishIdentity, .publish(objects), replacesIdentity: isReset)
    return master
  }

  private mutating func sign(
    _ device: ThisDevice, _ master: SignedObject, in state: AccountState, _ identity: UserIdentity?
  ) throws(RecoveryError) {
    let isSigned = identity != nil && state.keys.hasSigned(device.keys, with: suite)
    guard !isSigned else { return }
    add(.signDevice, try device.signatures(with: secrets, master: master, suite))
  }

  // MARK: Steps

  private mutating func add(
    _ kind: SetupStep.Kind, _ request: ServerRequest, replacesIdentity: Bool = false
  ) {
    steps.append(SetupStep(kind: kind, request: request, replacesIdentity: replacesIdentity))
  }

  private mutating func add(_ kind: SetupStep.Kind, type: String, _ content: [UInt8]) {
    add(kind, ServerRequest.storeAccountData(type, content, of: user))
  }

  private mutating func store(_ seed: Secret, _ name: String) throws(RecoveryError) {
    let content = try storage.content(storing: seed, name: name, keepsOthers: isReset, with: suite)
    add(.storeSecret(name), type: name, content)
  }

  private mutating func nameDefault() {
    let content = JSONWriter.bytes { json in json.object { json in json.member("key", storage.keyID) } }
    add(.chooseDefaultKey, type: SecretStorage.defaultKeyType, content)
  }

  private func description() throws(RecoveryError) -> [UInt8] {
    try KeyDescription.content(for: storage.key, with: suite)
  }
}
