import ChatDomain
import DraftEngine
import Synchronization

/// The users in the tests.
enum Cast {
  static let ann = User(id: "ann", name: "Ann Lee")
  static let ben = User(id: "ben", name: "Ben Ängström")
  static let cay = User(id: "cay", name: "Cay")
  static let dan = User(id: "dan")
  static let people = [ann, ben, cay, dan]
}

/// A service with its users, and common actions of the tests.
struct ChatWorld: Sendable {
  let fixture: any ServiceFixture
  let ann: any ChatService
  let ben: any ChatService
  let cay: any ChatService
  /// All users are members; messages here mark positions in the event streams.
  private let lobby: ChannelID

  init(fixture: any ServiceFixture, people: [User]) async throws {
    self.fixture = fixture
    ann = try await fixture.device(of: "ann", "laptop")
    ben = try await fixture.device(of: "ben", "laptop")
    cay = try await fixture.device(of: "cay", "laptop")
    lobby =
      try await ann.createChannel(
        NewChannel(
          id: "lobby", name: "Lobby", type: .public, members: people.map(\.id).filter { $0 != "ann" })
      ).id
    // An invited person joins.
    for device in [ben, cay] { _ = try await device.join(lobby) }
  }

  func device(_ user: UserID, _ id: DeviceID) async throws -> any ChatService {
    try await fixture.device(of: user, id)
  }

  func disturb(_ device: any ChatService, _ disturbance: Disturbance) async throws {
    try await fixture.disturb(device.currentUser.id, device.deviceId, disturbance)
  }

  func advance(by duration: Duration) async throws { try await fixture.advance(by: duration) }

  /// The address of a channel, as parsed on Ben's device.
  func address(of channel: ChannelID) -> ChannelAddress? { ben.address(in: fixture.address(of: channel)) }

  /// Creates a channel of Ann's, with Ben unless other members are given.
  @discardableResult
  func channel(
    _ id: ChannelID = "room", type: ChannelType = .group, with members: [UserID] = ["ben"]
  ) async throws -> ChannelID {
    try await ann.createChannel(NewChannel(id: id, name: "The \(id)", type: type, members: members)).id
  }

  /// The events of a device from now on, or after a token.
  func tap(_ device: any ChatService, after token: EventToken? = nil) async throws -> EventTap {
    EventTap(try await device.events(after: token), from: token, lobby: lobby)
  }

  /// Sends a marker message: everything before it has happened.
  func mark() async throws -> String {
    let mark = "mark \(Numbers.next())"
    _ = try await ann.update(lobby, ChannelChange(topic: mark))
    return mark
  }

  /// The events since the last call.
  func events(_ tap: inout EventTap) async throws -> [ChatEvent] {
    try await tap.envelopes(until: mark()).map(\.event)
  }
}

/// Numbers that are unique in a run, for ids.
enum Numbers {
  private static let last = Mutex(0)

  static func next() -> Int {
    last.withLock {
      $0 += 1
      return $0
    }
  }
}

/// An event stream that is read up to a marker: no timeouts, and no event is overlooked.
struct EventTap {
  struct Ended: Error {}

  private var iterator: AsyncThrowingStream<EventEnvelope, any Error>.Iterator
  private let lobby: ChannelID
  /// The token of the last event read.
  private(set) var token: EventToken?

  init(
    _ stream: AsyncThrowingStream<EventEnvelope, any Error>, from token: EventToken?, lobby: ChannelID
  ) {
    iterator = stream.makeAsyncIterator()
    self.token = token
    self.lobby = lobby
  }

  /// The next event; throws when the stream has ended.
  mutating func next() async throws -> EventEnvelope {
    while true {
      guard let envelope = try await iterator.next(isolation: #isolation) else { throw Ended() }
      token = envelope.token
      switch envelope.event {
      // In encrypted rooms devices become known at any time.
      case .encryptionChanged, .recipientsChanged: continue
      default: return envelope
      }
    }
  }

  /// All events before the marker, except those of the lobby.
  mutating func envelopes(until mark: String) async throws -> [EventEnvelope] {
    var found: [EventEnvelope] = []
    while true {
      let envelope = try await next()
      if case .channelUpdated(let channel) = envelope.event, channel.id == lobby {
        if channel.topic == mark { return found }
      } else if case .presenceChanged = envelope.event {
        // Presence changes with the subscriptions themselves.
        continue
      } else {
        found.append(envelope)
      }
    }
  }
}
