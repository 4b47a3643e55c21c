import JSON

/// matrix-nio, an independent client, with an account.
final class Nio {
  let id: String
  private let script: Script

  init(_ person: Person, on device: String = "nio") throws {
    script = try Script("nio_client.py", of: person.server)
    id = person.id
    _ = try script.ask(
      "login", ["url": person.server.url, "user": person.name, "password": Person.password, "device": device])
  }

  @discardableResult
  func ask(_ order: String, _ rest: [String: Any] = [:]) throws -> JSONNode { try script.ask(order, rest) }

  /// Sends, and returns the id of the event.
  @discardableResult
  func send(_ room: String, _ body: String, _ more: [String: Any] = [:]) throws -> String {
    try event(ask("send", ["room": room, "body": body].merging(more) { $1 }))
  }

  func event(_ answer: JSONNode) throws -> String {
    guard let event = answer["event"]?.string else { throw LiveServer.Trouble(description: "no event") }
    return event
  }

  func create(_ name: String, _ more: [String: Any] = [:]) throws -> String {
    let answer = try ask("create", ["name": name].merging(more) { $1 })
    guard let room = answer["room"]?.string else { throw LiveServer.Trouble(description: "no room") }
    return room
  }

  /// Waits until it shows the given message.
  @discardableResult
  func shows(_ room: String, _ message: [String: Any]) throws -> JSONNode {
    let answer = try ask("until", ["room": room, "shows": ["messages": [message]], "seconds": 60])
    guard let found = answer["message"] else { throw LiveServer.Trouble(description: "no message") }
    return found
  }

  /// Waits until there is no other member or invitation in the room.
  func untilAlone(in room: String) throws {
    let end = ContinuousClock.now + .seconds(60)
    while try ask("shows", ["room": room])["room"]?["members"]?.strings != [id] {
      guard ContinuousClock.now < end else { throw LiveServer.Trouble(description: "somebody stays") }
    }
  }

  /// Waits until the room matches.
  @discardableResult
  func until(_ room: String, _ pattern: [String: Any]) throws -> JSONNode {
    let answer = try ask("until", ["room": room, "shows": pattern, "seconds": 60])
    guard let found = answer["room"] else { throw LiveServer.Trouble(description: "no room") }
    return found
  }
}

extension JSONNode {
  /// The elements as strings.
  var strings: [String] { elements.compactMap(\.string) }
}
