import Ciphers
import CrossSigning
import JSON
import Olm

/// Begins Olm sessions with one-time keys that are claimed from the server.
struct KeyClaims {
  let database: KeyDatabase

  private var sessions: OlmSessions { OlmSessions(database: database) }
  private static let algorithm = "signed_curve25519"

  /// A request for a key of each device.
  func request(for devices: [DeviceAddress]) -> OutgoingRequest? {
    guard !devices.isEmpty else { return nil }
    let users = Dictionary(grouping: devices, by: \.user)
    let body = JSONWriter.bytes { json in
      json.object { json in
        json.object("one_time_keys") { json in
          for (user, devices) in users.sorted(by: { $0.key < $1.key }) {
            json.object(user) { json in
              for device in Set(devices).sorted() { json.member(device.device, Self.algorithm) }
            }
          }
        }
        json.member("timeout", 10_000)
      }
    }
    return OutgoingRequest(
      request: ServerRequest(.post, ["keys", "claim"], body: body),
      context: .claim(Set(devices).sorted()))
  }

  /// The request that repairs broken sessions.
  func repairs() throws(MachineError) -> OutgoingRequest? {
    request(for: try sessions.brokenDevices())
  }

  /// Takes an answer: begins a session with each device that had a key. Losing a claimed key with an answer is harmless.
  func take(answer: JSONNode, for devices: [DeviceAddress]) throws(MachineError) {
    let account = try OwnDevice(database: database).account()
    var dummies: [String: [String: [UInt8]]] = [:]
    for address in devices {
      guard let device = try DeviceStore(database: database).device(address) else { continue }
      let claimed = answer["one_time_keys"]?[address.user]?[address.device]
      guard let key = oneTimeKey(claimed, of: device), let session = session(account, device, key) else {
        try sessions.noteClaim(of: device, hasFailed: true)
        continue
      }
      try sessions.store(session, of: address.user, isNewest: true)
      try sessions.noteClaim(of: device, hasFailed: false)
      guard try sessions.endRepair(device) else { continue }
      // Tells the other side of the new session.
      let empty = Secret(copying: Array("{}".utf8))
      dummies[address.user, default: [:]][address.device] = try OlmChannel(database: database).encrypt(
        type: "m.dummy", empty, to: device)
    }
    guard !dummies.isEmpty else { return }
    try RequestQueue(database: database).add(type: "m.room.encrypted", dummies)
  }

  /// Notes that keys of devices could not be claimed. They are tried again later.
  func fail(_ addresses: [DeviceAddress]) throws(MachineError) {
    for address in addresses {
      guard let device = try DeviceStore(database: database).device(address) else { continue }
      try sessions.noteClaim(of: device, hasFailed: true)
    }
  }

  private func session(_ account: Account, _ device: KnownDevice, _ key: X25519PublicKey) -> OlmSession? {
    do { return try account.makeSession(to: device.identityKey, oneTimeKey: key) } catch { return nil }
  }

  /// The key in an answer, if the device signed it.
  private func oneTimeKey(_ node: JSONNode?, of device: KnownDevice) -> X25519PublicKey? {
    let members = node.members.filter { $0.key.hasPrefix(Self.algorithm + ":") }
    guard members.count == 1, let text = members[0].value["key"]?.string else { return nil }
    do {
      try SignedObject(members[0].value).verify(
        signatureOf: device.address.user, by: device.address.device, device.signingKey, with: database.suite)
      return try X25519PublicKey(base64: text)
    } catch { return nil }
  }
}
