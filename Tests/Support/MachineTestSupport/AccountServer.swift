package import Ciphers
package import CrossSigning
import EncryptionTestSupport
package import JSON

/// A server with one account, which does what Synapse was seen to do.
package final class AccountServer {
  package let user: String
  private let suite: CipherSuite
  /// Global account data by type.
  package var accountData: [String: JSONNode] = [:]
  package var devices: [String: SignedObject] = [:]
  package var identity: [KeyUsage: SignedObject] = [:]
  /// The content of each backup, by session id within room.
  package private(set) var backups: [(version: JSONNode, keys: [String: [String: JSONNode]])] = []
  /// Whether a request that asks for the password comes with it.
  package var hasPassword = false
  /// Whether the first identity needs the password, too.
  package var asksForFirst = false
  package private(set) var requests: [ServerRequest] = []

  package init(_ user: String, _ suite: CipherSuite) { (self.user, self.suite) = (user, suite) }

  /// What `keys/query` says about the account.
  package func keys() throws -> UserKeys {
    guard let keys = UserKeys(of: user, in: try answerAboutKeys(), with: suite) else {
      fatalError("the answer is about the user")
    }
    return keys
  }

  private func answerAboutKeys() throws -> JSONNode {
    try keysAnswer(
      devices: [user: devices.mapValues(\.node)], identities: identity.mapValues { [user: $0.node] })
  }

  private func uploadDevice(_ body: JSONNode?) throws -> JSONNode {
    if let keys = body?["device_keys"], let device = keys["device_id"]?.string {
      devices[device] = try SignedObject(keys)
    }
    return try node(#"{"one_time_key_counts": {"signed_curve25519": 50}}"#)
  }

  /// Performs a request and returns its status and answer.
  @discardableResult
  package func perform(_ request: ServerRequest) throws -> (status: Int, answer: JSONNode) {
    requests.append(request)
    let body = try request.body.map { try JSONDocument($0).root }
    switch (request.method, request.path.first, request.path.last) {
    case (.put, "user", let type?):
      accountData[type] = body
      return (200, try node("{}"))
    case (.get, "user", let type?):
      guard let content = accountData[type] else { return try notFound() }
      return (200, content)
    case (.post, "keys", "upload") where request.path[1] == "device_signing": return try publish(body)
    case (.post, "keys", "upload") where request.path.count == 2: return (200, try uploadDevice(body))
    case (.post, "keys", "upload"): return (200, try upload(body))
    case (.post, "keys", "query"): return (200, try answerAboutKeys())
    case (.post, "keys", "claim"): return (200, try node(#"{"one_time_keys": {}}"#))
    default: return try performBackup(request, body)
    }
  }

  private func notFound() throws -> (Int, JSONNode) { (404, try node(#"{"errcode": "M_NOT_FOUND"}"#)) }

  /// The first identity is taken without a password unless it asks for one, the same one again as well.
  private func publish(_ body: JSONNode?) throws -> (Int, JSONNode) {
    var objects: [KeyUsage: SignedObject] = [:]
    for usage in KeyUsage.allCases {
      guard let object = body?[usage.rawValue + "_key"] else { return (400, try node("{}")) }
      objects[usage] = try SignedObject(object)
    }
    let isSame =
      identity.isEmpty && !asksForFirst || identity[.master]?.signedBytes == objects[.master]?.signedBytes
    let isConfirmed = body?["auth"]?["password"]?.isString("pass") == true
    guard isSame || hasPassword || isConfirmed else {
      return (401, try node(#"{"flows": [{"stages": ["m.login.password"]}], "session": "s"}"#))
    }
    identity = objects
    return (200, try node("{}"))
  }

  private func upload(_ body: JSONNode?) throws -> JSONNode {
    let selfSigning = try keys().identity?.selfSigning
    var refused: [String] = []
    for member in (body?[user]).members {
      let object = try SignedObject(member.value)
      if let known = devices[member.key] {
        guard let selfSigning, known.signedBytes == object.signedBytes else {
          refused.append(member.key)
          continue
        }
        do {
          try object.verify(signatureOf: user, by: selfSigning.name, selfSigning.publicKey, with: suite)
          devices[member.key] = object
        } catch { refused.append(member.key) }
      } else if let master = identity[.master], master.signedBytes == object.signedBytes {
        do { identity[.master] = try adding(signaturesOf: object, to: master) } catch {
          refused.append(member.key)
        }
      } else {
        refused.append(member.key)
      }
    }
    let failures = refused.map { #""\#($0)": {"errcode": "M_INVALID_SIGNATURE"}"# }.joined(separator: ",")
    return try node(#"{"failures": {"\#(user)": {\#(failures)}}}"#)
  }

  /// One signature that is not of a device here, and none is taken.
  private func adding(signaturesOf object: SignedObject, to master: SignedObject) throws -> SignedObject {
    var master = master
    for member in (object.node["signatures"]?[user]).members {
      let name = String(member.key.dropFirst(SignedObject.keyID("").count))
      guard let device = devices[name], let signature = member.value.string else {
        throw SignatureError.missing(user: user, key: name)
      }
      let key = try DeviceKeys(device.node, of: user, with: suite).signingKey
      try object.verify(signatureOf: user, by: name, key, with: suite)
      master = try master.adding(Base64.bytes(signature), of: user, by: name)
    }
    return master
  }

  // MARK: Backup

  private func performBackup(_ request: ServerRequest, _ body: JSONNode?) throws -> (Int, JSONNode) {
    switch (request.method, request.path) {
    case (.post, ["room_keys", "version"]):
      guard let body else { return (400, try node("{}")) }
      backups.append((body, [:]))
      return (200, try node(#"{"version": "\#(backups.count)"}"#))
    case (.get, ["room_keys", "version"]):
      guard let backup = backups.last else { return try notFound() }
      let count = backup.keys.values.reduce(0) { $0 + $1.count }
      let text = JSONWriter.bytes { json in
        json.object { json in
          for member in backup.version.members { json.member(member.key, member.value) }
          json.member("version", "\(backups.count)")
          json.member("count", count)
          json.member("etag", "\(count)")
        }
      }
      return (200, try JSONDocument(text).root)
    default: break
    }
    guard request.query["version"] == "\(backups.count)", let keys = backups.last?.keys else {
      return (
        403, try node(#"{"errcode": "M_WRONG_ROOM_KEYS_VERSION", "current_version": "\#(backups.count)"}"#)
      )
    }
    switch (request.method, request.path.count) {
    case (.put, 2):
      for room in (body?["rooms"]).members {
        for session in room.value["sessions"].members { store(session.value, room.key, session.key) }
      }
      let count = backups.last?.keys.values.reduce(0) { $0 + $1.count } ?? 0
      return (200, try node(#"{"etag": "\#(count)", "count": \#(count)}"#))
    case (.get, 4):
      guard let found = keys[request.path[2]]?[request.path[3]] else { return try notFound() }
      return (200, found)
    case (.get, 3): return (200, try answer(sessions: keys[request.path[2]] ?? [:]))
    default:
      let text = try JSONWriter.bytes { json throws in
        try json.object { json throws in
          try json.object("rooms") { json throws in
            for (room, sessions) in keys { json.member(room, try answer(sessions: sessions)) }
          }
        }
      }
      return (200, try JSONDocument(text).root)
    }
  }

  private func answer(sessions: [String: JSONNode]) throws -> JSONNode {
    let text = JSONWriter.bytes { json in
      json.object { json in
        json.object("sessions") { json in for (id, entry) in sessions { json.member(id, entry) } }
      }
    }
    return try JSONDocument(text).root
  }

  /// Of two keys the one with the lower index is kept.
  package func store(_ entry: JSONNode, _ room: String, _ session: String) {
    let known = backups[backups.count - 1].keys[room]?[session]?["first_message_index"]?.integer ?? .max
    guard (entry["first_message_index"]?.integer ?? .max) < known else { return }
    backups[backups.count - 1].keys[room, default: [:]][session] = entry
  }

  /// Makes a backup that is not the user's.
  package func replaceBackup(_ version: JSONNode) { backups.append((version, [:])) }
}
