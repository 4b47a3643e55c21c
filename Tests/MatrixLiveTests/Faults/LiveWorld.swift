import ChatDomain
import HTTPTransport
import InMemoryService
import JSON

@testable import ChatControllers

/// Ann and Ben in a room, with as many devices as a test wants.
@MainActor
final class LiveWorld {
  let people: [Account]
  let room: ChannelID
  private(set) var devices: [LiveDevice] = []

  init(at server: LiveServer) async throws {
    people = [try await Account("ann", at: server), try await Account("ben", at: server)]
    room = try await people[0].room("kitchen", with: [people[1]])
  }

  /// A device on which the program runs.
  func device(of person: Int, _ clock: any ChatClock = HastyClock()) async throws -> LiveDevice {
    let device = try await LiveDevice(
      "d\(devices.count)", devices.count, of: people[person], person: person, in: [room],
      seed: UInt64(devices.count), clock: clock)
    devices.append(device)
    try await device.start()
    try await until("a room that is shown") { device.isOpen }
    return device
  }

  /// Waits as many turns as only what hangs comes to; a turn is as long as the server takes for a plain question.
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

  /// What stands in the room, in the server's order.
  func texts() async throws -> [String] {
    Truth.Room(try await people[0].events(in: room)).messages.compactMap(\.text)
  }

  func end() async {
    for device in devices { await device.end() }
  }
}

extension LiveDevice {
  /// Whether it is connected and shows all its rooms.
  var isOpen: Bool {
    client.connection == .online && channels.values.allSatisfy { $0.timeline.isLoaded && $0.summary != nil }
  }

  /// Types and presses Enter, and returns once the composer is empty again; what comes of it is seen in the outbox.
  func say(_ text: String, in room: ChannelID) async throws {
    let draft = try draft(for: DraftKey(channelId: room))
    draft.update(text: text)
    Task {
      do { try await draft.send() } catch {
        // It stays in the outbox, or is lost with the program.
      }
    }
    for _ in 0..<100_000 where !draft.text.isEmpty { await Task.yield() }
    guard draft.text.isEmpty else {
      throw LiveServer.Trouble(description: "the outbox does not take \(text)")
    }
  }

  /// What people wrote in a room, as it is shown.
  func shown(in room: ChannelID) -> [Message] {
    channels[room]?.messages.filter { $0.kind == .regular } ?? []
  }
}
