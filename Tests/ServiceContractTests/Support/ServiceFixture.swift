import ChatDomain
import InMemoryService
import Testing

/// A service that one test has to itself. Another implementation of `ChatService` adds one of these and a case below.
protocol ServiceFixture: Sendable {
  /// What can be done to it beside talking to it.
  var abilities: Set<ServiceAbility> { get }
  /// What time it is for the service.
  var now: Timestamp { get }
  /// A device of one of the people; the same one when it is asked for again.
  func device(of user: UserID, _ id: DeviceID) async throws -> any ChatService
  /// Moves the service's time on.
  func advance(by duration: Duration) async throws
  /// From now on things go wrong between a device and the service.
  func disturb(_ user: UserID, _ id: DeviceID, _ disturbance: Disturbance) async throws
}

/// What a test can need of a service and not every service allows.
enum ServiceAbility: String, Hashable, Sendable, CaseIterable {
  case movesTime = "its time cannot be moved"
  case breaksConnections = "its connections cannot be broken"
  case losesAnswers = "its answers cannot be lost"
  case disordersEvents = "its events cannot be doubled or delayed"
  case forgetsEvents = "it cannot be made to forget events"
}

/// What goes wrong between a device and the service.
enum Disturbance: Sendable {
  case none
  /// Nothing comes through, and streams of events break off.
  case offline
  /// Streams of events break off, once.
  case brokenStreams
  /// What is asked for is done, and the answer is lost.
  case lostAnswers
  /// Events come twice or late, drawn from a seed.
  case disorderedEvents(seed: UInt64)
  /// Uploads break off in the middle of a piece.
  case brokenUploads
}

/// What a test wants of its service.
struct ServiceSetup: Sendable {
  var people: [User]
  /// How many events are remembered at least.
  var rememberedEvents = 10_000
  var needs: Set<ServiceAbility> = []

  init(people: [User] = Cast.people, needs: ServiceAbility..., rememberedEvents: Int = 10_000) {
    self.people = people
    self.needs = Set(needs)
    self.rememberedEvents = rememberedEvents
  }
}

/// The implementations that the suite is held against.
enum ServiceFixtures: String, CaseIterable, Sendable {
  case inMemory

  /// A service with the people of the setup in it, or the end of the test with the reason.
  func world(_ setup: ServiceSetup = ServiceSetup()) async throws -> ChatWorld {
    let fixture: any ServiceFixture =
      switch self {
      case .inMemory: await InMemoryFixture(setup)
      }
    if let missing = setup.needs.subtracting(fixture.abilities).min(by: { $0.rawValue < $1.rawValue }) {
      try Test.cancel("\(rawValue): \(missing.rawValue)")
    }
    return try await ChatWorld(fixture: fixture, people: setup.people)
  }
}
