import Ciphers
import CrossSigning
import JSON
import Olm
import Recovery

/// A device of an account on a real server.
struct SignIn {
  let pipe: HomeserverPipe
  let suite: CipherSuite
  let user: String
  let device: ThisDevice

  /// Signs in and uploads the keys of the device.
  init(_ name: String, _ suite: CipherSuite) throws {
    pipe = HomeserverPipe(device: name)
    self.suite = suite
    let account = try Account(randomWith: suite)
    let (user, device) = try pipe.signIn()
    self.user = user
    let unsigned = try DeviceKeys.unsigned(
      user: user, device: device, identityKey: account.identityKey, signingKey: account.signingKey)
    let signed = try unsigned.adding(account.sign(unsigned.signedBytes), of: user, by: device)
    self.device = ThisDevice(try DeviceKeys(signed.node, of: user, with: suite)) {
      object throws(RecoveryError) in
      let signature: [UInt8]
      do throws(OlmError) { signature = try account.sign(object.signedBytes) } catch {
        throw .device("\(error)")
      }
      do throws(SignatureError) { return try object.adding(signature, of: user, by: device) } catch {
        throw .signature(error)
      }
    }
    let body = JSONWriter.bytes { json in json.object { json in json.member("device_keys", signed.node) } }
    try expect(
      pipe.perform(ServerRequest(.post, ["keys", "upload"], body: body)).status == 200, "keys/upload")
  }

  /// An answer of `keys/query` about a user.
  func keys(of other: String? = nil) throws -> UserKeys {
    let other = other ?? user
    let body = JSONWriter.bytes { json in
      json.object { json in json.object("device_keys") { json in json.array(other) { _ in } } }
    }
    let answer = try pipe.perform(ServerRequest(.post, ["keys", "query"], body: body))
    return try unwrap(UserKeys(of: other, in: answer.body, with: suite), "keys/query of \(other)")
  }

  /// Everything the account stores, as far as it matters here.
  func accountData() throws -> [String: JSONNode] {
    var contents: [String: JSONNode] = [:]
    func read(_ type: String) throws {
      let answer = try pipe.perform(.accountData(type, of: user))
      if answer.status == 200 { contents[type] = answer.body }
    }
    try read(SecretStorage.defaultKeyType)
    if let id = contents[SecretStorage.defaultKeyType]?["key"]?.string {
      try read(SecretStorage.type(ofKey: id))
    }
    for type in KeyUsage.allCases.map(\.secretName) + [BackupVersion.secretName, BackupPreference.type] {
      try read(type)
    }
    return contents
  }

  func backup() throws -> BackupVersion? {
    let answer = try pipe.perform(.backupVersion)
    return answer.status == 200 ? try BackupVersion(answer.body) : nil
  }

  func state(typed: String? = nil) throws -> AccountState {
    let contents = try accountData()
    let storage = SecretStorage(accountData: contents)
    return AccountState(
      keys: try keys(), storage: storage, openStorage: try typed.map { try storage.open($0, with: suite) },
      backup: try backup(), preference: BackupPreference(contents[BackupPreference.type]))
  }

  /// Performs steps until one is refused.
  ///
  /// - Returns: the refused one.
  func perform(_ plan: SetupPlan, password: Bool = false) throws -> SetupStep.Kind? {
    for step in plan.steps {
      let answer = try pipe.perform(step.request, password: password && step.replacesIdentity)
      guard answer.status == 200, ServerRequest.signatureFailures(in: answer.body, of: user).isEmpty else {
        return step.kind
      }
    }
    return nil
  }
}

/// A check that failed.
struct Failed: Error {
  let check: String
}

func expect(_ condition: Bool, _ check: String) throws {
  guard condition else { throw Failed(check: check) }
  note("ok \(check)")
}

func unwrap<Value>(_ value: Value?, _ check: String) throws -> Value {
  guard let value else { throw Failed(check: check) }
  return value
}
