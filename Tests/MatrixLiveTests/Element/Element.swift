import Foundation
import Glibc
import JSON
import Testing

/// Element's engine, signed in to an account as another device.
final class Element {
  let id: String
  private let script: Script

  static let variable = "INKWELL_ELEMENT"
  static let isHere = getenv(variable) != nil
  static let absence: Comment = "Element's engine is not here: make test-element installs it and runs these"

  init(_ person: Person) throws {
    guard let python = getenv(Self.variable).map({ String(cString: $0) }) else {
      throw LiveServer.Trouble(description: "\(Self.absence)")
    }
    script = try Script("element_client.py", of: person.server, python: python)
    id = person.id
    _ = try script.ask(
      "login", ["url": person.server.url, "user": person.name, "password": Person.password])
  }

  @discardableResult
  func ask(_ order: String, _ rest: [String: Any] = [:]) throws -> JSONNode { try script.ask(order, rest) }

  /// The string that an order answers under a name.
  @discardableResult
  func string(_ name: String, _ order: String, _ rest: [String: Any] = [:]) throws -> String {
    let answer = try ask(order, rest)
    guard let string = answer[name]?.string else {
      throw LiveServer.Trouble(description: "\(order): no \(name)")
    }
    return string
  }

  /// Sends a text, and returns the id of the event.
  @discardableResult
  func send(_ room: String, _ body: String, _ more: [String: Any] = [:]) throws -> String {
    try string("event", "send", ["room": room, "body": body].merging(more) { $1 })
  }

  /// Sends a file or a picture, and returns the id of the event.
  func send(
    _ room: String, file: [UInt8], named name: String, _ type: String, _ more: [String: Any] = [:]
  ) throws -> String {
    let order: [String: Any] = [
      "room": room, "name": name, "type": type, "data": Data(file).base64EncodedString(),
    ]
    return try string("event", "file", order.merging(more) { $1 })
  }

  /// Waits until it shows the given message.
  @discardableResult
  func shows(_ room: String, _ message: [String: Any]) throws -> JSONNode {
    let answer = try ask("until", ["room": room, "shows": ["messages": [message]], "seconds": 60])
    guard let found = answer["message"] else { throw LiveServer.Trouble(description: "no message") }
    return found
  }

  /// Waits until the room matches.
  @discardableResult
  func until(_ room: String, _ pattern: [String: Any]) throws -> JSONNode {
    let answer = try ask("until", ["room": room, "shows": pattern, "seconds": 60])
    guard let found = answer["room"] else { throw LiveServer.Trouble(description: "no room") }
    return found
  }

  /// The bytes of a message's file, decrypted.
  func file(of event: String, in room: String) throws -> [UInt8] {
    let text = try string("data", "download", ["room": room, "event": event])
    return [UInt8](Data(base64Encoded: text) ?? Data())
  }
}
