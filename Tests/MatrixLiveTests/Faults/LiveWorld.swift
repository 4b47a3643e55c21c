import ChatDomain
import HTTPTransport
import InMemoryService
import JSON

@testable import ChatControllers

/// Ann and Ben in a room, with as many devices as a test needs.
@MainActor
final class LiveWorld {
  let people: [Account]
  let room: ChannelID
  private(set) var devices: [LiveDevice] = []

  init(at server: LiveServer) async throws {
    people = [try await Account("ann", at: server), try await Account("ben", at: server)]
    room = try await people[0].room("kitchen", with: [people[1]])
  }

  /// A device with a running client.
  func device(of person: Int, _ clock: any ChatClock = HastyClock()) async throws -> LiveDevice {
    let device = try await LiveDevice(
      "d\(devices.count)", devices.count, of: people[person], person: person, in: [room],
      seed: UInt64(devices.count), clock: clock)
    devices.append(device)
    try await device.start()
    try await until("a room that is shown") { device.isOpen }
    return device
  }

  /// Waits for a number of turns that only a hang reaches; a turn is one request to the server.
  func until(_ awaited: String, _ condition: () async throws -> Bool) async throws {
    for _ in 0..<5000 {
      if try await condition() { return }
      try await pause()
    }
    let state = devices.map { "\($0.name) is \($0.client.connection) with \($0.queued.count) in the outbox" }
    throw LiveServer.Trouble(description: "\(awaited) does not come about: \(state)")
  }

  func pause(_ turns: Int = 1) async throws {
    for _ in 0..<turns { try await people[0].ask(.get, "account/whoami") }
  }

  /// The texts in the room, in the server's order.
  func texts() async throws -> [String] {
    Truth.Room(try await people[0].events(in: room)).messages.compactMap(\.text)
  }

  func end() async {
    for device in devices { await device.end() }
  }
}

extension LiveDevice {
  /// Whether it is online and shows all its rooms.
  var isOpen: Bool {
    client.connection == .online && channels.values.allSatisfy { $0.timeline.isLoaded && $0.summary != nil }
  }

  /// Types, presses Enter and waits until the composer is empty; the outbox shows the result.
  func say(_ text: String, in room: ChannelID) async throws {
    let draft = try draft(for: DraftKey(channelId: room))
    draft.update(text: text)
    Task {
      do { try await draft.send() } catch {
        // The message stays in the outbox, or is lost with the program.
      }
    }
    for _ in 0..<100_000 where !draft.text.isEmpty { await Task.yield() }
    guard draft.text.isEmpty else {
      throw LiveServer.Trouble(description: "the outbox does not take \(text)")
    }
  }

  /// The messages in a room as shown.
  func shown(in room: ChannelID) -> [Message] {
    channels[room]?.messages.filter { $0.kind == .regular } ?? []
  }
}
