import ChatDomain
import InMemoryService
import TestSupport
import Testing

/// A service used by a single test. Another implementation of `ChatService` adds a fixture and a case below.
protocol ServiceFixture: Sendable {
  /// What the fixture can do to the service besides requests.
  var powers: Set<FixturePower> { get }
  /// The service's current time.
  var now: Timestamp { get }
  /// A device of a user; the same one for the same id.
  func device(of user: UserID, _ id: DeviceID) async throws -> any ChatService
  /// Advances the service's clock.
  func advance(by duration: Duration) async throws
  /// Causes faults between a device and the service from now on.
  func disturb(_ user: UserID, _ id: DeviceID, _ disturbance: Disturbance) async throws
  /// Changes the limits of the service.
  func setLimits(_ limits: ServiceLimits) async throws
  /// Makes a channel encrypted.
  func encrypt(_ channel: ChannelID) async throws
  /// Assigns roles in a channel created by Ann, and reserves actions for roles.
  func setRoles(
    _ roles: [UserID: MemberRole], needing needed: [ChannelAct: MemberRole], in channel: ChannelID
  ) async throws
  /// The address by which people can join a channel.
  func address(of channel: ChannelID) -> String
  /// Creates a space of Ann's, or changes its channels.
  func makeSpace(_ id: ChannelID, name: String, of channels: [ChannelID]) async throws
  /// Invites a user to a space of Ann's.
  func invite(_ user: UserID, toSpace space: ChannelID) async throws
  /// Allows requests to join a channel of Ann's.
  func letKnock(on channel: ChannelID) async throws
  /// Orders a space of Ann's before those without an order.
  func order(_ space: ChannelID, by order: String) async throws
  /// Upgrades a channel of Ann's to another one of hers.
  func replace(_ channel: ChannelID, by successor: ChannelID) async throws
  /// Sends an encrypted message as a user, with a client that supports encryption.
  func sayUnreadably(by user: UserID, in channel: ChannelID) async throws
}

/// Something that a test needs to do to a service and that some fixtures cannot. For the abilities of the service
/// itself see `ServiceAbility`.
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
  case readsAtOnce = "what people wrote whose devices are not known yet is read a moment after it came"
  case provesOldMessages =
    "a later device gets older messages from the backup, with a mark that nothing proves their senders"
}

/// A fault between a device and the service.
enum Disturbance: Sendable {
  case none
  /// All requests fail, and event streams break.
  case offline
  /// Event streams break, once.
  case brokenStreams
  /// Requests take effect, but their answers are lost.
  case lostAnswers
  /// Events are duplicated or late, drawn from a seed.
  case disorderedEvents(seed: UInt64)
  /// Uploads fail in the middle of a piece.
  case brokenUploads
  /// The device is signed out.
  case signedOut
  /// The account is suspended: it can read, but not send.
  case suspended
  /// The service is rate limited for this duration, and says so.
  case busy(for: Duration)
}

/// The requirements of a test on its service.
struct ServiceSetup: Sendable {
  var people: [User]
  /// The minimum number of events that the service remembers.
  var rememberedEvents = 10_000
  var needs: Set<FixturePower> = []
  /// The abilities that the service must have.
  var uses: Set<ServiceAbility> = []
  /// The abilities that the service must lack, because the test is about their absence.
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

  /// The reason to skip the test on such a service; nil if there is none.
  func reasonToSkip(_ powers: Set<FixturePower>, _ abilities: Set<ServiceAbility>) -> String? {
    let reasons =
      needs.subtracting(powers).map(\.rawValue) + uses.subtracting(abilities).map(\.description)
      + lacks.intersection(abilities).map { "it always has the ability \($0.rawValue)" }
    return reasons.isEmpty ? nil : reasons.sorted().joined(separator: ", ")
  }
}

/// The implementations that the suite runs against: the in-memory service, and a live Matrix server if there is one. With
/// `ENCRYPTED=1` all its rooms are encrypted.
enum ServiceFixtures: String, CaseIterable, Sendable {
  case inMemory, matrix, encryptedMatrix

  static var allCases: [ServiceFixtures] {
    if SynapseHere.all.isEmpty { return [.inMemory] }
    return [SynapseHere.isEncrypted ? .encryptedMatrix : .matrix]
  }

  /// The seeds of a random test. A case takes a live server seconds, so it gets a quarter of them outside of `make soak`.
  static func seeds(_ count: UInt64) -> Range<UInt64> {
    let first = isSoak ? TestSeed.value : 0
    return first..<first + (isSoak || SynapseHere.all.isEmpty ? count : count / 4)
  }

  /// A service with the setup's users; otherwise cancels the test with the reason.
  func world(_ setup: ServiceSetup = ServiceSetup()) async throws -> ChatWorld {
    let fixture: any ServiceFixture =
      switch self {
      case .inMemory: await InMemoryFixture(setup)
      case .matrix, .encryptedMatrix: try await MatrixFixture.make(setup, encrypts: self == .encryptedMatrix)
      }
    let abilities = try await fixture.device(of: "ann", "laptop").abilities
    if let reason = setup.reasonToSkip(fixture.powers, abilities) {
      // A cancelled case is listed as passed, without the reason.
      print("↷ Test \"\(Test.current?.displayName ?? "")\" is skipped for .\(rawValue): \(reason)")
      try Test.cancel("\(rawValue): \(reason)")
    }
    return try await ChatWorld(fixture: fixture, people: setup.people)
  }
}
