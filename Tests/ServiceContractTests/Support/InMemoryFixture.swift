import ChatDomain
import InMemoryService

/// The in-memory service, with all fixture powers.
struct InMemoryFixture: ServiceFixture {
  private let clock = ManualClock()
  private let service: InMemoryChatService

  init(_ setup: ServiceSetup) async {
    var configuration = ServiceConfiguration()
    configuration.eventLogCapacity = setup.rememberedEvents
    configuration.abilities.formUnion(setup.uses)
    configuration.abilities.subtract(setup.lacks)
    service = InMemoryChatService(clock: clock, seed: 1, configuration: configuration)
    for user in setup.people { await service.add(user) }
  }

  var powers: Set<FixturePower> { Set(FixturePower.allCases) }
  var now: Timestamp { clock.now }

  func device(of user: UserID, _ id: DeviceID) async -> any ChatService {
    await service.device(user: user, id: id).keepingHistory()
  }

  func advance(by duration: Duration) { clock.advance(by: duration) }

  func disturb(_ user: UserID, _ id: DeviceID, _ disturbance: Disturbance) async {
    let device = await service.device(user: user, id: id).keepingHistory()
    var faults = ServiceFaults.none
    switch disturbance {
    case .none: break
    case .offline: faults.isOffline = true
    case .brokenStreams: await device.breakStreams()
    case .lostAnswers: faults.answerLoss = 1
    case .disorderedEvents(let seed):
      device.reseedFaults(seed)
      faults.eventDuplication = 0.3
      faults.eventDelay = 0.4
    case .brokenUploads: faults.uploadFailure = 1
    case .signedOut: faults.isSignedOut = true
    case .suspended: faults.hold = .suspended
    case .busy(let time): faults.busy = BusyTime([.send], until: clock.now + time)
    }
    await device.setFaults(faults)
  }

  func setLimits(_ limits: ServiceLimits) async { await service.setLimits(limits) }

  func setRoles(
    _ roles: [UserID: MemberRole], needing needed: [ChannelAct: MemberRole], in channel: ChannelID
  ) async throws {
    for (user, role) in roles { try await service.setRole(role, of: user, in: channel) }
    for (act, role) in needed { try await service.require(role, for: act, in: channel) }
  }

  func address(of channel: ChannelID) -> String { "chat:\(channel)" }

  func encrypt(_ channel: ChannelID) async throws { try await service.encrypt(channel) }

  func makeSpace(_ id: ChannelID, name: String, of channels: [ChannelID]) async throws {
    await service.setSpace(Space(id: id, name: name, children: channels), members: ["ann"])
  }

  func invite(_ user: UserID, toSpace space: ChannelID) async throws {
    try await service.invite(user, toSpace: space, by: "ann")
  }

  func letKnock(on channel: ChannelID) async throws { try await service.letKnock(on: channel) }

  func order(_ space: ChannelID, by order: String) async throws {
    await service.setSpaceOrder(order, of: space, for: "ann")
  }

  func replace(_ channel: ChannelID, by successor: ChannelID) async throws {
    try await service.replace(channel, by: successor, author: "ann")
  }

  func sayUnreadably(by user: UserID, in channel: ChannelID) async throws {
    try await service.sayUnreadably(by: user, in: channel)
  }
}
