import Ciphers
import CrossSigning
import EncryptionMachine
import Foundation
import JSON

/// A machine that does what the lines of its input say, so that a script can be the server and the other devices.
///
/// Each line is an object of JSON with a `do`, each answer one with `ok` or `error`.
@main
struct MachineProbe {
  let machine: OlmMachine
  var requests: [OutgoingRequest] = []

  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4 else { fatalError("usage: MachineProbe DATABASE USER DEVICE") }
    let database = try KeyDatabase(
      path: arguments[1], owner: DeviceAddress(user: arguments[2], device: arguments[3]),
      profileKey: Secret(copying: [UInt8](repeating: 1, count: 32)), suite: CipherSuite(),
      now: { Int64(Date().timeIntervalSince1970 * 1000) })
    var probe = MachineProbe(machine: try OlmMachine(database))
    while let line = readLine() {
      do {
        let answer = try probe.answer(try JSONDocument(Array(line.utf8)).root)
        print(#"{"ok":\#(String(decoding: answer, as: UTF8.self))}"#)
      } catch {
        print(
          String(decoding: JSONWriter.bytes { $0.object { $0.member("error", "\(error)") } }, as: UTF8.self))
      }
      fflush(nil)
    }
  }

  /// A line that is not understood: an error of the script.
  struct UnknownCommand: Error {}

  private mutating func answer(_ line: JSONNode) throws -> [UInt8] {
    func text(_ key: String) throws -> String {
      guard let text = line[key]?.string else { throw UnknownCommand() }
      return text
    }
    switch line["do"]?.string {
    case "requests":
      requests = try machine.requests()
      return written()
    case "answer":
      guard let number = line["number"]?.integer, let answer = line["answer"] else { throw UnknownCommand() }
      try machine.take(answer: answer, to: requests[number])
      return Array("null".utf8)
    case "except":
      try machine.setRule(.excepted, for: DeviceAddress(user: text("user"), device: text("device")))
      return Array("null".utf8)
    case "put back": return Array("\(machine.wasPutBack)".utf8)
    case "devices":
      return JSONWriter.bytes { json in
        json.object { json in
          for device in (try? machine.devices(of: line["user"]?.string ?? "")) ?? [] {
            json.member(device.address.device, "\(device.state)")
          }
        }
      }
    case "refused":
      guard let number = line["number"]?.integer, let status = line["status"]?.integer else {
        throw UnknownCommand()
      }
      try machine.refused(requests[number], status: status)
      return Array("null".utf8)
    case "sent":
      try machine.sent(text("txn"))
      return Array("null".utf8)
    case "sync":
      guard let sync = line["sync"] else { throw UnknownCommand() }
      let effects = try machine.take(sync: sync, since: line["since"]?.string)
      return Array("\"\(effects.refusals)\"".utf8)
    case "prepare":
      requests = try machine.prepare(room: text("room"), for: audience(line)).requests
      return written()
    case "encrypt":
      guard let content = line["content"] else { throw UnknownCommand() }
      return try machine.encrypt(
        room: text("room"), for: audience(line), type: text("type"), content: content,
        transaction: text("txn"))
    case "decrypt":
      guard let content = line["content"] else { throw UnknownCommand() }
      let event = EncryptedEvent(
        room: try text("room"), id: try text("id"), sender: try text("sender"), content: content)
      switch try machine.decrypt([event])[0] {
      case .readable(let decrypted):
        return JSONWriter.bytes { json in
          json.object { json in
            json.member("type", decrypted.type)
            json.member("content", decrypted.content)
            json.member("trust", "\(decrypted.trust)")
          }
        }
      case .unreadable(let reason):
        return JSONWriter.bytes { json in json.object { json in json.member("reason", "\(reason)") } }
      }
    default: throw UnknownCommand()
    }
  }

  private func audience(_ line: JSONNode) -> RoomAudience {
    RoomAudience(joined: line["users"].elements.compactMap(\.string), invited: [], visibility: "shared")
  }

  private func written() -> [UInt8] {
    JSONWriter.bytes { json in
      json.array { json in
        for request in requests {
          json.object { json in
            json.member("method", request.request.method.rawValue)
            json.member("path", request.request.path)
            if let body = request.request.body, let document = try? JSONDocument(body) {
              json.member("body", document.root)
            }
          }
        }
      }
    }
  }
}
