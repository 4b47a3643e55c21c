import ChatDomain
import Ciphers
import CrossSigning
import EncryptionMachine
import JSON
import Recovery

/// Signs this device with the recovery key. Also makes a new identity and recovery key for an account that has none, or has lost
/// its keys.
final class KeyRecovery: AccountPart {
  let account: AccountContext
  private let requests: KeyRequests
  private let backup: KeyBackup
  private let lock = AsyncLock()
  /// The last recovery key that was made, until it is used.
  private var newKey: NewRecoveryKey?
  private var isNewKeySaved = false
  /// The plan that was interrupted, and the step at which it stopped.
  private var interrupted: (plan: SetupPlan, step: Int)?
  /// The next step as shown when the new key was made. The user has agreed to this step.
  private var purpose: EncryptionState.NextStep?
  /// The state that was last returned or published.
  private var told: EncryptionState?

  init(_ account: AccountContext, _ requests: KeyRequests, _ backup: KeyBackup) {
    self.account = account
    self.requests = requests
    self.backup = backup
  }

  private var reader: AccountSecretsReader { AccountSecretsReader(account: account, requests: requests) }

  // MARK: State

  func state() async throws(ChatError) -> EncryptionState {
    try announcements.require(.encrypts)
    let state = try state(of: try await reader.read())
    told = state
    return state
  }

  /// Publishes the state if it changed since it was last returned or published.
  func announce() async {
    guard let former = told else { return }
    do throws(ChatError) {
      let now = try await state()
      if now != former { try store.record([.encryptionChanged(now)]) }
    } catch {
      // The next request reads the state.
    }
  }

  private func state(of secrets: AccountSecrets) throws(ChatError) -> EncryptionState {
    let backupKey = try backup.key(for: secrets.backup)
    let status = secrets.status(backupKey)
    let waiting = try withChatErrors(keys.machine?.countOfKeysToBackUp)
    return EncryptionState(
      isDeviceSigned: status.isDeviceSigned,
      recovery: !status.hasSecretStorage
        ? .none : secrets.storage.acceptsPassphrase ? .keyOrPassphrase : .key,
      backup: EncryptionState.Backup(status, hasKey: backupKey != nil, waiting: waiting ?? 0),
      nextStep: EncryptionState.NextStep(status.next),
      fingerprint: secrets.device.keys.signingKey.base64.inGroups(of: 4))
  }

  // MARK: The recovery key

  func enter(_ typed: String) async throws(ChatError) -> EncryptionState {
    try announcements.require(.encrypts)
    await lock.lock()
    defer { lock.unlock() }
    let secrets = try await reader.read()
    let plan: SetupPlan
    do throws(RecoveryError) {
      let opened = try secrets.storage.open(typed, with: secrets.suite)
      plan = try SetupPlan(
        .complete, for: secrets.device, in: secrets.state(opened: opened), with: secrets.suite)
    } catch { throw error.meaning }
    do throws(ChatError) { return try await perform(plan, password: nil) } catch {
      // The recovery key is typed again, and makes another plan, unless only the password is missing.
      if error != .refused(.needsPassword) { interrupted = nil }
      throw error
    }
  }

  // MARK: A new recovery key

  /// The text of a new recovery key.
  func makeKey() throws(ChatError) -> String {
    guard keys.machine != nil, let suite = keys.suite else { throw .refused(.notSupported(.encrypts)) }
    do throws(RecoveryError) {
      let key = try NewRecoveryKey(randomWith: suite)
      (newKey, isNewKeySaved, purpose, interrupted) = (key, false, told?.nextStep, nil)
      return key.text.withBytes { String(decoding: $0, as: UTF8.self) }
    } catch { throw error.meaning }
  }

  func saveKey(to path: String) throws(ChatError) {
    guard let newKey else { throw RecoveryError.newKeyNeeded.meaning }
    do throws(RecoveryError) { try newKey.save(to: path) } catch { throw error.meaning }
    isNewKeySaved = true
  }

  func setUp(confirming typed: String?, password: String?) async throws(ChatError) -> EncryptionState {
    try announcements.require(.encrypts)
    await lock.lock()
    defer { lock.unlock() }
    guard let suite = keys.suite else { throw RecoveryError.newKeyNeeded.meaning }
    if let password, let (plan, step) = interrupted {
      return try await goOn(plan, from: step, password, suite)
    }
    guard let newKey else { throw RecoveryError.newKeyNeeded.meaning }
    if let typed {
      do throws(RecoveryError) { try newKey.confirm(typed, with: suite) } catch { throw error.meaning }
    } else if !isNewKeySaved {
      throw RecoveryError.nothingTyped.meaning
    }
    if let (plan, step) = interrupted { return try await goOn(plan, from: step, password, suite) }
    // Another device may have been faster.
    let secrets = try await reader.read()
    // If an earlier attempt was interrupted, the new key may open the account's storage already.
    let opened: OpenSecretStorage?
    do { opened = try secrets.storage.open(newKey.key, with: suite) } catch { opened = nil }
    let next = EncryptionState.NextStep(secrets.status(try backup.key(for: secrets.backup)).next)
    let goal = try goal(next, isOpened: opened != nil)
    let plan: SetupPlan
    do throws(RecoveryError) {
      plan = try SetupPlan(
        goal, for: secrets.device, in: secrets.state(opened: goal == .reset ? nil : opened), newKey: newKey,
        with: suite)
    } catch { throw error.meaning }
    let state = try await perform(plan, password: password)
    self.newKey = nil
    return state
  }

  /// - Parameter isOpened: whether the new recovery key opens what the account stores.
  private func goal(
    _ next: EncryptionState.NextStep, isOpened: Bool
  ) throws(ChatError) -> SetupPlan.Goal {
    switch next {
    case .reset: return .reset
    case .enterRecoveryKey, .checkIdentity:
      if isOpened { return .complete }
      // The user has agreed to replace lost keys, but not those that another device made in the meantime.
      guard purpose == .enterRecoveryKey || purpose == .checkIdentity || purpose == .reset else {
        throw Self.otherWasFaster
      }
      return .reset
    case .none, .wait, .setUp, .makeBackup, .checkBackup: return .complete
    }
  }

  private static let otherWasFaster = ChatError.refused(
    .recoveryKey("Another device has set up encryption in the meantime: enter its recovery key"))

  // MARK: Performing

  /// Continues a plan, unless another device has set up encryption since, whose keys must not be replaced.
  private func goOn(
    _ plan: SetupPlan, from first: Int, _ password: String?, _ suite: CipherSuite
  ) async throws(ChatError) -> EncryptionState {
    var next = first
    let publishing = plan.steps.firstIndex { $0.kind == .publishIdentity && !$0.replacesIdentity }
    if let publishing, publishing >= first {
      let found = try await reader.queriedKeys(suite)
      if found.identity != nil || found.identityFault != nil {
        guard let ours = plan.secrets[.master]?.publicKey, found.identity?.master.publicKey == ours else {
          interrupted = nil
          throw Self.otherWasFaster
        }
        // The server has accepted the identity; only its answer was lost.
        if publishing == first { next += 1 }
      }
    }
    let state = try await perform(plan, from: next, password: password)
    newKey = nil
    return state
  }

  private func perform(
    _ plan: SetupPlan, from first: Int = 0, password: String?
  ) async throws(ChatError) -> EncryptionState {
    for (index, step) in plan.steps.enumerated().dropFirst(first) {
      do throws(ChatError) { try await perform(step, password: password) } catch {
        // The same plan continues with the password or a connection, because a recovery key is used for one plan only.
        interrupted = (plan, index)
        throw error
      }
    }
    interrupted = nil
    return try await finish(plan)
  }

  private func perform(_ step: SetupStep, password: String?) async throws(ChatError) {
    var request = step.request
    // Some servers require the password even for the first identity.
    if step.kind == .publishIdentity, let password { request = request.confirmed(by: me, password) }
    let answer = try await reader.answer(to: request)
    let failures = answer.map { ServerRequest.signatureFailures(in: $0, of: me.rawValue) } ?? [:]
    if let failure = failures.first {
      throw .refused(.recoveryKey("The server refused the signature of \(failure.key): \(failure.value)"))
    }
  }

  private func finish(_ plan: SetupPlan) async throws(ChatError) -> EncryptionState {
    // The new state is read from the server, not derived from the plan.
    guard let machine = keys.machine else { throw .refused(.notSupported(.encrypts)) }
    try withChatErrors(machine.refresh([me.rawValue]))
    var secrets = try await reader.read()
    if let master = plan.secrets[.master]?.publicKey {
      guard secrets.keys.identity?.master.publicKey == master else {
        throw .refused(.recoveryKey("This key opens another identity than the server shows"))
      }
      try withChatErrors(machine.verifyIdentity(of: me.rawValue, master))
      secrets.identity = try reader.identity(machine)
    }
    if let backupKey = plan.backupKey { try backup.begin(backupKey, in: secrets.backup) }
    let rooms = try store.replica().rooms.values.filter { $0.isJoined && $0.isEncrypted }
    for room in rooms {
      try withChatErrors(machine.discardSession(room: room.id.rawValue))
    }
    let state = try state(of: secrets)
    told = state
    try store.record([.encryptionChanged(state)] + rooms.map { .recipientsChanged(channelId: $0.id) })
    return state
  }
}

extension ServerRequest {
  /// The request with the account's password as its confirmation.
  fileprivate func confirmed(by user: UserID, _ password: String) -> ServerRequest {
    var members: [JSONMember] = []
    do { members = try Array(JSONDocument(body ?? []).root.members) } catch {
      // A request without a body.
    }
    let body = JSONWriter.bytes { json in
      json.object { json in
        for member in members { json.member(member.key, member.value) }
        json.object("auth") { json in
          json.member("type", "m.login.password")
          json.object("identifier") { json in
            json.member("type", "m.id.user")
            json.member("user", user.rawValue)
          }
          json.member("password", password)
        }
      }
    }
    return ServerRequest(method, path, query: query, body: body)
  }
}

extension RecoveryError {
  /// The error of the contract, with the sentence for the user.
  var meaning: ChatError { .refused(.recoveryKey(description)) }
}

extension EncryptionState.Backup {
  fileprivate init(_ status: EncryptionStatus, hasKey: Bool, waiting: Int) {
    switch (status.preference, status.backup) {
    case (.off, _): self = .switchedOff
    case (_, nil): self = .none
    case (_, .untrusted): self = .unproven
    case (_, .some): self = hasKey ? .on(waiting: waiting) : .locked
    }
  }
}

extension EncryptionState.NextStep {
  fileprivate init(_ next: EncryptionStatus.Next) {
    self =
      switch next {
      case .create: .setUp
      case .enterRecoveryKey: .enterRecoveryKey
      case .reset: .reset
      case .checkChangedIdentity: .checkIdentity
      case .createBackup: .makeBackup
      case .checkBackup: .checkBackup
      case .none: .none
      }
  }
}

extension String {
  fileprivate func inGroups(of length: Int) -> String {
    var groups: [Substring] = []
    var rest = self[...]
    while !rest.isEmpty {
      groups.append(rest.prefix(length))
      rest = rest.dropFirst(length)
    }
    return groups.joined(separator: " ")
  }
}
