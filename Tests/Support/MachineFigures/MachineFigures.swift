import Ciphers
import CrossSigning
import EncryptionMachine
import Foundation
import JSON

/// Prints what the machine costs, on the disk of `TMPDIR`. Server and network are not in the figures.
@main
struct MachineFigures {
  static func main() throws {
    let folder = NSTemporaryDirectory() + "figures-\(getpid())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    print("resident at the start: \(resident()) kB")
    let room = try Room(folder, others: 60)
    print("resident with 61 machines: \(resident()) kB")

    var messages: [JSONNode] = []
    report("first message to 60 devices", try cost { messages.append(try room.send("first")) })
    var costs: [Cost] = []
    for number in 0..<1000 {
      costs.append(try cost { messages.append(try room.send("message \(number)")) })
    }
    func sorted(_ value: (Cost) -> Double) -> [Double] { costs.map(value).sorted() }
    let (times, processor) = (sorted(\.time), sorted(\.processor))
    report("next message, median of 1000", Cost(time: times[500], processor: processor[500]))
    report("next message, 99 %", Cost(time: times[990], processor: processor[990]))

    try room.addPeopleWithoutDevices(4940)
    report("first message to 5,000 people", try cost { messages.append(try room.send("many")) })
    costs = []
    for number in 0..<100 { costs.append(try cost { messages.append(try room.send("many \(number)")) }) }
    let many = (sorted(\.time), sorted(\.processor))
    report("next message, median of 100", Cost(time: many.0[50], processor: many.1[50]))
    report("who of 5,000 cannot read", try cost { try room.inspect() })

    let reader = try room.readerOfKey()
    let events = messages.enumerated().map {
      EncryptedEvent(room: room.id, id: "$\($0)", sender: room.sender.owner.user, content: $1)
    }
    report("1,001 messages decrypted in order", try cost { try check(reader.machine.decrypt(events)) })
    report("1,001 messages decrypted again", try cost { try check(reader.machine.decrypt(events)) })
    let newest = Array(events.suffix(50).reversed())
    report("50 messages, newest first", try cost { try check(reader.machine.decrypt(newest)) })
    report("one message", try cost { try check(reader.machine.decrypt([events[500]])) })
    let empty = try JSONDocument(Array(#"{"next_batch":"z","to_device":{"events":[]}}"#.utf8)).root
    report("a sync answer without news", try cost { _ = try reader.machine.take(sync: empty, since: "z") })
    report("open", try cost { try room.reopen() })
    print("resident at the end: \(resident()) kB")
  }

  static func check(_ results: [Decryption]) {
    for case .unreadable(let reason) in results { fatalError("\(reason)") }
  }

  static func report(_ name: String, _ cost: Cost) {
    let figures = String(format: "%8.2f ms, of the processor %8.2f ms", cost.time, cost.processor)
    print(name.padding(toLength: 40, withPad: " ", startingAt: 0), figures)
  }

  /// Milliseconds. On a busy machine only the second one says something.
  struct Cost {
    let time: Double
    let processor: Double
  }

  static func cost(_ work: () throws -> Void) rethrows -> Cost {
    let (start, used) = (seconds(CLOCK_MONOTONIC), seconds(CLOCK_PROCESS_CPUTIME_ID))
    try work()
    return Cost(
      time: (seconds(CLOCK_MONOTONIC) - start) * 1000,
      processor: (seconds(CLOCK_PROCESS_CPUTIME_ID) - used) * 1000)
  }

  static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  static func resident() -> Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4
  }
}

/// One device with its machine.
struct Member {
  let owner: DeviceAddress
  var machine: OlmMachine
  let upload: JSONNode
  let identity: [KeyUsage: SignedObject]
  let keys: SignedObject

  init(_ folder: String, _ user: String) throws {
    owner = DeviceAddress(user: user, device: "D")
    machine = try Self.open(folder, owner)
    let suite = try CipherSuite()
    let requests = try machine.requests()
    let body = requests.first { $0.request.path[1] == "upload" }?.request.body ?? []
    upload = try JSONDocument(body).root
    if let request = requests.first {
      try machine.take(answer: JSONDocument(Array("{}".utf8)).root, to: request)
    }
    let secrets = try CrossSigningSecrets(randomFor: user, with: suite)
    identity = try secrets.publicObjects(with: suite)
    keys = try secrets.signed(DeviceKeys(machine.deviceKeys().node, of: user, with: suite), with: suite)
  }

  static func open(_ folder: String, _ owner: DeviceAddress) throws -> OlmMachine {
    try OlmMachine(
      KeyDatabase(
        path: folder + "/\(owner.user.dropFirst()).db", owner: owner,
        profileKey: Secret(copying: [UInt8](repeating: 1, count: 32)), suite: CipherSuite(),
        now: { Int64(Date().timeIntervalSince1970 * 1000) }))
  }
}

/// A room, and the answers of a server to the device that writes in it.
final class Room {
  let id = "!r:x"
  let folder: String
  private(set) var sender: Member
  private let others: [Member]
  private var audience: RoomAudience
  private var toDevice: [JSONNode] = []
  private var transactions = 0

  init(_ folder: String, others count: Int) throws {
    self.folder = folder
    sender = try Member(folder, "@sender:x")
    others = try (0..<count).map { try Member(folder, "@m\($0):x") }
    audience = RoomAudience(
      joined: others.map(\.owner.user) + [sender.owner.user], invited: [], visibility: "shared")
    try sender.machine.note(
      encryption: JSONDocument(
        Array(#"{"algorithm":"m.megolm.v1.aes-sha2","rotation_period_msgs":10000}"#.utf8)
      ).root, room: id)
  }

  func addPeopleWithoutDevices(_ count: Int) throws {
    let people = (0..<count).map { "@person-with-a-name-\($0):server.example" }
    audience = RoomAudience(joined: audience.users.union(people), invited: [], visibility: "shared")
  }

  func inspect() throws { _ = try sender.machine.inspect(audience) }

  func reopen() throws {
    let owner = sender.owner
    sender.machine = try Member.open(folder + "/..", DeviceAddress(user: "@new:x", device: "D"))
    _ = owner
  }

  func send(_ text: String) throws -> JSONNode {
    while true {
      let preparation = try sender.machine.prepare(room: id, for: audience)
      if preparation.isReady { break }
      for request in preparation.requests { try sender.machine.take(answer: answer(request), to: request) }
    }
    transactions += 1
    let content = try JSONDocument(Array(#"{"body":"\#(text)","msgtype":"m.text"}"#.utf8)).root
    let event = try sender.machine.encrypt(
      room: id, for: audience, type: "m.room.message", content: content, transaction: "\(transactions)")
    try sender.machine.sent("\(transactions)")
    return try JSONDocument(event).root
  }

  private func answer(_ request: OutgoingRequest) throws -> JSONNode {
    let members = others + [sender]
    let bytes: [UInt8] = try JSONWriter.bytes { json in
      try json.object { json in
        switch request.request.path[1] {
        case "query":
          json.object("device_keys") { json in
            for member in members {
              json.object(member.owner.user) { json in json.member("D", member.keys.node) }
            }
            for user in audience.users where user.contains(".") { json.object(user) { _ in } }
          }
          for (usage, name) in [(KeyUsage.master, "master_keys"), (.selfSigning, "self_signing_keys")] {
            json.object(name) { json in
              for member in members {
                if let key = member.identity[usage] { json.member(member.owner.user, key.node) }
              }
            }
          }
        case "claim":
          json.object("one_time_keys") { json in
            for member in others {
              guard let key = member.upload["one_time_keys"].members.first(where: { _ in true }) else {
                continue
              }
              json.object(member.owner.user) { json in
                json.object("D") { json in json.member(key.key, key.value) }
              }
            }
          }
        case "upload": break
        default: toDevice.append(try JSONDocument(request.request.body ?? []).root)
        }
      }
    }
    return try JSONDocument(bytes).root
  }

  /// The first of the others, with the key of the room.
  func readerOfKey() throws -> Member {
    let reader = others[0]
    let content = toDevice.compactMap { $0["messages"]?[reader.owner.user]?["D"] }.first
    let sync = JSONWriter.bytes { json in
      json.object { json in
        json.member("next_batch", "z")
        json.object("to_device") { json in
          json.array("events") { json in
            json.object { json in
              if let content { json.member("content", content) }
              json.member("sender", sender.owner.user)
              json.member("type", "m.room.encrypted")
            }
          }
        }
      }
    }
    _ = try reader.machine.take(sync: JSONDocument(sync).root, since: nil)
    try reader.machine.track([sender.owner.user])
    for request in try reader.machine.requests() where request.isQuery {
      try reader.machine.take(answer: answer(request), to: request)
    }
    return reader
  }
}
