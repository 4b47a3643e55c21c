import ChatDomain
import InMemoryService
import Testing

/// A service that one test has to itself. Another implementation of `ChatService` adds one of these and a case below.
protocol ServiceFixture: Sendable {
  /// What can be done to it beside talking to it.
  var powers: Set<FixturePower> { get }
  /// What time it is for the service.
  var now: Timestamp { get }
  /// A device of one of the people; the same one when it is asked for again.
  func device(of user: UserID, _ id: DeviceID) async throws -> any ChatService
  /// Moves the service's time on.
  func advance(by duration: Duration) async throws
  /// From now on things go wrong between a device and the service.
  func disturb(_ user: UserID, _ id: DeviceID, _ disturbance: Disturbance) async throws
  /// Changes the limits of the service.
  func setLimits(_ limits: ServiceLimits) async throws
  /// Makes a channel an encrypted one.
  func encrypt(_ channel: ChannelID) async throws
  /// Makes people something to a channel that Ann made, and leaves acts in it to roles.
  func setRoles(
    _ roles: [UserID: MemberRole], needing needed: [ChannelAct: MemberRole], in channel: ChannelID
  ) async throws
  /// What leads people to a channel.
  func address(of channel: ChannelID) -> String
  /// Makes a space of Ann's, or gives it other channels.
  func makeSpace(_ id: ChannelID, name: String, of channels: [ChannelID]) async throws
  /// Ann invites a user to a space of hers.
  func invite(_ user: UserID, toSpace space: ChannelID) async throws
  /// From now on people can ask to be let into a channel of Ann's.
  func letKnock(on channel: ChannelID) async throws
  /// Puts a space of Ann's before those without an order.
  func order(_ space: ChannelID, by order: String) async throws
  /// Lets a channel of Ann's go on in another one of hers.
  func replace(_ channel: ChannelID, by successor: ChannelID) async throws
  /// One of the people says something in an encrypted channel, with a program that can.
  func sayUnreadably(by user: UserID, in channel: ChannelID) async throws
}

/// What a test can need to do to a service and not every fixture can. What the service itself can do or not is a
/// `ServiceAbility`.
enum FixturePower: String, Hashable, Sendable, CaseIterable {
  case movesTime = "its time cannot be moved"
  case breaksConnections = "its connections cannot be broken"
  case losesAnswers = "its answers cannot be lost"
  case disordersEvents = "its events cannot be doubled or delayed"
  case forgetsEvents = "it cannot be made to forget events"
  case signsOut = "nobody can be signed out"
  case keepsBusy = "it cannot be kept busy"
  case changesLimits = "its limits cannot be changed"
  case encrypts = "its channels cannot be encrypted"
  case setsRoles = "nobody can be given a role"
  case replacesChannels = "its channels have no end"
  case makesSpaces = "nobody can make a space"
  case opensToKnocks = "its channels cannot be opened to those who ask"
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
  /// The person is signed out on the device.
  case signedOut
  /// The account is suspended: it may read, and say nothing.
  case suspended
  /// The service has too much to do to take messages for so long, and says so.
  case busy(for: Duration)
}

/// What a test wants of its service.
struct ServiceSetup: Sendable {
  var people: [User]
  /// How many events are remembered at least.
  var rememberedEvents = 10_000
  var needs: Set<FixturePower> = []
  /// What the service has to be able to do.
  var uses: Set<ServiceAbility> = []
  /// What the service must not be able to do: the test is about what happens then.
  var lacks: Set<ServiceAbility> = []

  init(
    people: [User] = Cast.people, needs: FixturePower..., uses: ServiceAbility..., lacks: ServiceAbility...,
    rememberedEvents: Int = 10_000
  ) {
    self.people = people
    self.needs = Set(needs)
    self.uses = Set(uses)
    self.lacks = Set(lacks)
    self.rememberedEvents = rememberedEvents
  }

  /// Why the test makes no sense with such a service; nil if it does.
  func reasonToSkip(_ powers: Set<FixturePower>, _ abilities: Set<ServiceAbility>) -> String? {
    let reasons =
      needs.subtracting(powers).map(\.rawValue) + uses.subtracting(abilities).map(\.description)
      + lacks.intersection(abilities).map { "it always has the ability \($0.rawValue)" }
    return reasons.isEmpty ? nil : reasons.sorted().joined(separator: ", ")
  }
}

/// The implementations that the suite is held against: the service in memory, or a live Matrix server where there is one.
enum ServiceFixtures: String, CaseIterable, Sendable {
  case inMemory, matrix

  static var allCases: [ServiceFixtures] { SynapseHere.current == nil ? [.inMemory] : [.matrix] }

  /// A service with the people of the setup in it, or the end of the test with the reason.
  func world(_ setup: ServiceSetup = ServiceSetup()) async throws -> ChatWorld {
    let fixture: any ServiceFixture =
      switch self {
      case .inMemory: await InMemoryFixture(setup)
      case .matrix: try await MatrixFixture.make(setup)
      }
    let abilities = try await fixture.device(of: "ann", "laptop").abilities
    if let reason = setup.reasonToSkip(fixture.powers, abilities) {
      // A case that is cancelled is listed as passed, without the reason.
      print("↷ Test \"\(Test.current?.displayName ?? "")\" is skipped for .\(rawValue): \(reason)")
      try Test.cancel("\(rawValue): \(reason)")
    }
    return try await ChatWorld(fixture: fixture, people: setup.people)
  }
}
