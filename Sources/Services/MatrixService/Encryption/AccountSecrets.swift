import ChatDomain
import Ciphers
import CrossSigning
import EncryptionMachine
import JSON
import Recovery

/// The state of the account's keys at the server and on this device, freshly read.
struct AccountSecrets {
  let keys: UserKeys
  let storage: SecretStorage
  /// Nil if there is no backup, or one of an unknown kind.
  let backup: BackupVersion?
  let preference: BackupPreference
  let device: ThisDevice
  var identity: IdentityState
  let suite: CipherSuite
}

extension AccountSecrets {
  /// The state for a setup plan.
  func state(opened: OpenSecretStorage?) -> AccountState {
    AccountState(keys: keys, storage: storage, openStorage: opened, backup: backup, preference: preference)
  }

  /// The trust in the backup; nil if there is none.
  func trust(_ backupKey: BackupKey?) -> BackupTrust? {
    let isVerified = identity == .verified
    return backup?.trust(
      key: backupKey, identity: isVerified ? keys.identity : nil,
      devices: [device.keys] + keys.devices.values.filter { keys.isSigned($0, with: suite) },
      user: keys.user, with: suite)
  }

  func status(_ backupKey: BackupKey?) -> EncryptionStatus {
    EncryptionStatus(
      keys: keys, device: device.keys, identity: identity, storage: storage, backup: trust(backupKey),
      preference: preference, hasBackupKey: backupKey != nil, with: suite)
  }
}

/// Reads the state of the account's keys.
struct AccountSecretsReader: AccountPart {
  let account: AccountContext
  let requests: KeyRequests

  /// Reads everything from the server, after this device's keys are uploaded.
  func read() async throws(ChatError) -> AccountSecrets {
    try await requests.performAll()
    guard let machine = keys.machine, let suite = keys.suite else {
      throw .refused(.notSupported(.encrypts))
    }
    let found = try await queriedKeys(suite)
    let contents = try await accountData()
    let backup = try await backupVersion()
    return AccountSecrets(
      keys: found, storage: SecretStorage(accountData: contents), backup: backup,
      preference: BackupPreference(contents[BackupPreference.type]), device: try device(machine, suite),
      identity: try identity(machine), suite: suite)
  }

  /// The state of the account's identity as this device knows it.
  func identity(_ machine: OlmMachine) throws(ChatError) -> IdentityState {
    try withChatErrors(machine.identityState(of: me.rawValue))
  }

  /// The account's devices and identity, as the server shows them now.
  func queriedKeys(_ suite: CipherSuite) async throws(ChatError) -> UserKeys {
    let body = JSONWriter.bytes { json in
      json.object { json in json.object("device_keys") { json in json.array(me.rawValue) { _ in } } }
    }
    let answer = try await answer(to: ServerRequest(.post, ["keys", "query"], body: body))
    guard let answer, let found = UserKeys(of: me.rawValue, in: answer, with: suite) else {
      throw .unreadable
    }
    return found
  }

  private func accountData() async throws(ChatError) -> [String: JSONNode] {
    var contents: [String: JSONNode] = [:]
    let main = SecretStorage.defaultKeyType
    contents[main] = try await answer(to: .accountData(main, of: me.rawValue))
    var types = KeyUsage.allCases.map(\.secretName) + [BackupVersion.secretName, BackupPreference.type]
    if let id = contents[main]?["key"]?.string { types.append(SecretStorage.type(ofKey: id)) }
    for type in types { contents[type] = try await answer(to: .accountData(type, of: me.rawValue)) }
    return contents
  }

  func backupPreference() async throws(ChatError) -> BackupPreference {
    BackupPreference(try await answer(to: .accountData(BackupPreference.type, of: me.rawValue)))
  }

  func backupVersion() async throws(ChatError) -> BackupVersion? {
    guard let answer = try await answer(to: .backupVersion) else { return nil }
    // A backup of an unknown kind gets no keys.
    do throws(BackupError) { return try BackupVersion(answer) } catch { return nil }
  }

  /// The answer to a request; nil if the server answers "not found".
  func answer(to request: ServerRequest) async throws(ChatError) -> JSONNode? {
    try await connection.jsonIfFound(MatrixRequest(request))
  }

  private func device(_ machine: OlmMachine, _ suite: CipherSuite) throws(ChatError) -> ThisDevice {
    let own = try withChatErrors(machine.deviceKeys())
    let keys: DeviceKeys
    do { keys = try DeviceKeys(own.node, of: me.rawValue, with: suite) } catch { throw .unreadable }
    return ThisDevice(keys) { object throws(RecoveryError) in
      do throws(MachineError) { return try machine.sign(object) } catch { throw .device(error.description) }
    }
  }
}
