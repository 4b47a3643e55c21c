// Fuzzes EncryptionMachine.
// Compiled in one module with its sources by run.sh, so only the modules below it are imported.

import Ciphers
import CrossSigning
import FileSystem
import Glibc
import JSON
import Olm
import SQLite

/// Takes every input as an answer of the server, or as what another device has encrypted for this one.
///
/// The first byte says which, and whether the rest is it or changes a valid one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMachine(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  guard let first = bytes.first else { return 0 }
  let rest = Array(bytes.dropFirst())
  // libFuzzer has one thread, and secrets stay on the actor that made them.
  MainActor.assumeIsolated {
    do throws(MachineError) {
      try check(world.get(), kind: first % 5, first < 128 ? { _ in rest } : { changed($0, by: rest) })
    } catch {
      fatalError("the machine cannot be made: \(error)")
    }
  }
  return 0
}

@MainActor private let world = Result { () throws(MachineError) in try World() }

/// A machine, and a device of somebody else that can encrypt for it.
private struct World {
  let database: KeyDatabase
  let machine: OlmMachine
  let attacker: Account
  let session: OlmSession
  let own: Account

  init() throws(MachineError) {
    var state: UInt32 = 1
    let suite = try ciphered(
      CipherSuite { memory in
        for index in memory.indices {
          state = state &* 1_664_525 &+ 1_013_904_223
          memory[index] = UInt8(state >> 24)
        }
      })
    let folder = "/dev/shm/inkwell-fuzz-\(getpid())"
    mkdir(folder, 0o700)
    database = try KeyDatabase(
      path: folder + "/keys.db", owner: DeviceAddress(user: "@anna:x", device: "A"),
      profileKey: Secret(count: 32) { _ in }, suite: suite, now: { 1_800_000_000_000 })
    database.waitsForDisk = false
    machine = try OlmMachine(database)
    var account = try OwnDevice(database: database).account()
    try olm(account.makeFallbackKey())
    guard let fallback = account.unpublishedFallbackKey?.key else { throw .damaged("no fallback key") }
    try OwnDevice(database: database).store(account)
    own = account
    attacker = try olm(Account(randomWith: suite))
    session = try olm(attacker.makeSession(to: account.identityKey, oneTimeKey: fallback))
    // The files are not needed by name.
    for end in ["", "-wal", "-shm", ".guard"] { unlink(folder + "/keys.db" + end) }
    rmdir(folder)
  }

  /// A sync answer with a message of the attacker.
  func sync(with payload: [UInt8]) throws(MachineError) -> [UInt8] {
    var session = session
    let message = try olm(session.encrypt(payload))
    return JSONWriter.bytes { json in
      json.object { json in
        json.member("next_batch", "2")
        json.object("to_device") { json in
          json.array("events") { json in
            json.object { json in
              json.object("content") { json in
                json.member("algorithm", OlmChannel.algorithm)
                json.object("ciphertext") { json in
                  json.object(own.identityKey.base64) { json in
                    json.member("body", message.body)
                    json.member("type", message.type)
                  }
                }
                json.member("sender_key", attacker.identityKey.base64)
              }
              json.member("sender", "@ben:x")
              json.member("type", "m.room.encrypted")
            }
          }
        }
      }
    }
  }

  /// A payload in which everything but the session's key is right.
  var payload: [UInt8] {
    Array(
      #"""
      {"sender":"@ben:x","recipient":"@anna:x","recipient_keys":{"ed25519":"\#(own.signingKey.base64)"},"keys":{"ed25519":"\#(attacker.signingKey.base64)"},"type":"m.room_key","content":{"algorithm":"m.megolm.v1.aes-sha2","room_id":"!r:x","session_id":"s","session_key":"AgAA"}}
      """#.utf8)
  }

  static let devices = Array(
    #"{"device_keys":{"@ben:x":{"B":{"user_id":"@ben:x","device_id":"B","algorithms":[],"keys":{},"signatures":{}}}},"master_keys":{"@ben:x":{"user_id":"@ben:x","usage":["master"],"keys":{}}}}"#
      .utf8)
  static let claimed = Array(
    #"{"one_time_keys":{"@ben:x":{"B":{"signed_curve25519:AAAA":{"key":"AAAA","signatures":{}}}}}}"#.utf8)
  static let event = Array(
    #"{"algorithm":"m.megolm.v1.aes-sha2","session_id":"s","ciphertext":"AwgAEgA"}"#.utf8)
  static let sync = Array(
    #"{"next_batch":"2","device_lists":{"changed":["@ben:x"],"left":[]},"device_one_time_keys_count":{"signed_curve25519":3},"to_device":{"events":[{"type":"m.room_key.withheld","sender":"@ben:x","content":{"algorithm":"m.megolm.v1.aes-sha2","code":"m.unverified","room_id":"!r:x","session_id":"s"}}]},"rooms":{"join":{"!r:x":{"state":{"events":[{"type":"m.room.encryption","state_key":"","content":{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_ms":1}}]}}}}}"#
      .utf8)
}

private func check(_ world: World, kind: UInt8, _ make: ([UInt8]) -> [UInt8]) throws(MachineError) {
  let text: [UInt8]
  switch kind {
  case 0: text = make(World.sync)
  case 1: text = try world.sync(with: make(world.payload))
  case 2: text = make(World.devices)
  case 3: text = make(World.claimed)
  default: text = make(World.event)
  }
  let node: JSONNode
  do { node = try JSONDocument(text).root } catch { return }
  do throws(MachineError) {
    try world.database.transaction { () throws(MachineError) in
      switch kind {
      case 0, 1: _ = try world.machine.take(sync: node, since: "1")
      case 2:
        try world.machine.track(["@ben:x"])
        try world.machine.take(answer: node, to: request(.query(["@ben:x": 0, "@anna:x": 0])))
      case 3:
        try world.machine.take(
          answer: node, to: request(.claim([DeviceAddress(user: "@ben:x", device: "B")])))
      default:
        _ = try world.machine.decrypt([
          EncryptedEvent(room: "!r:x", id: "$e", sender: "@ben:x", content: node)
        ])
      }
      _ = try world.machine.requests()
      // Undone, so that each input meets the same machine.
      throw .malformedContent
    }
  } catch {
    switch error {
    case .malformedContent, .malformedAnswer: break
    default: fatalError("an answer is not taken: \(error)")
    }
  }
}

private func request(_ context: OutgoingRequest.Context) -> OutgoingRequest {
  OutgoingRequest(request: ServerRequest(.post, ["keys"], body: nil), context: context)
}
