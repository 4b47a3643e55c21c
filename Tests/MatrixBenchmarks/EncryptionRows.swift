import ChatDomain
import ChatPlatform
import Foundation
import HTTPTransport
import JSON
import MatrixService
import Measuring
import Synchronization

/// What encryption adds to waiting, with Synapse: the server's own time is not in these figures.
struct EncryptionRows {
  static let group = "an encrypted room on Synapse, without the server's time"
  private static let devices = 60

  private let account: Once<Account>

  init(_ live: LiveAccount) { account = Once { try await Account(at: live) } }

  var rows: [() -> Contest] { [recover, first, next] }

  private func recover() -> Contest {
    Contest(
      group: Self.group, name: "recovery key to 50 old messages on a new device", limit: 300e6, fewest: 5,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let account = try await account()
          let room = try await account.talk()
          let device = try await account.device()
          let unreadable = try await device.unreadable(in: room)
          precondition(unreadable == 50)
          let begin = device.transport.begin()
          _ = try await device.service.enterRecoveryKey(account.recoveryKey)
          while try await device.unreadable(in: room) > 0 { try await Task.sleep(for: .milliseconds(1)) }
          stopwatch.take(device.transport.end(begin) / .nanoseconds(1))
          await device.service.close()
        }
      ])
  }

  private func first() -> Contest {
    Contest(
      group: Self.group, name: "the first message of a room to 60 devices", limit: 100e6, fewest: 5,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let account = try await account()
          try await account.addDevices(until: Self.devices)
          let room = try await account.room()
          try await account.send(in: room, stopwatch)
        }
      ])
  }

  private func next() -> Contest {
    let room = Once {
      let account = try await account()
      let room = try await account.room()
      try await account.say("the first one", in: room)
      return room
    }
    return Contest(
      group: Self.group, name: "each next one", limit: 5e6, fewest: 31,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          try await account().send(in: try await room(), stopwatch)
        }
      ])
  }

  /// A device that has a stream open, as the running program.
  fileprivate struct Device {
    let service: MatrixService
    let transport: BusyTransport
    private let stream: Task<Void, Never>

    init(_ session: MatrixSession, _ transport: BusyTransport) async throws {
      self.transport = transport
      let service = MatrixService(
        session: session, sessionStore: NoSessionStore(), folder: LiveAccount.folder(),
        transport: transport, clock: RunningClock())
      self.service = service
      let events = try await service.events(after: nil)
      stream = Task {
        do { for try await _ in events {} } catch {}
      }
    }

    func unreadable(in room: ChannelID) async throws -> Int {
      try await service.messages(MessageQuery(channelId: room)).elements.count(where: \.isUnreadable)
    }
  }

  /// An account with an identity and a backup.
  final class Account {
    let recoveryKey: String
    let user: String
    /// The rooms by their names.
    private(set) var rooms: [String: ChannelID] = [:]
    private let live: LiveAccount
    private let sender: Device
    private var count = 1

    static let password = "correct horse"

    init(at live: LiveAccount) async throws {
      self.live = live
      user = "keys-\(UUID().uuidString.prefix(8).lowercased())"
      let body = #"{"username":"\#(user)","password":"\#(Self.password)","auth":{"type":"m.login.dummy"}}"#
      let answer = try await live.transport.answer(
        to: HTTPRequest(
          .post, "\(live.server)/_matrix/client/v3/register",
          fields: [HTTPField("Content-Type", "application/json")], body: .bytes(Array(body.utf8))))
      precondition(answer.isSuccess)
      sender = try await Self.device("FIRST", of: user, at: live)
      recoveryKey = try await sender.service.makeRecoveryKey()
      _ = try await sender.service.setUpEncryption(confirming: recoveryKey, password: Self.password)
    }

    private static func device(
      _ name: DeviceID, of user: String, at live: LiveAccount
    ) async throws -> Device {
      let session = try await MatrixLogin(at: live.server, transport: live.transport).signIn(
        user: user, password: password, device: name, name: "benchmarks")
      return try await Device(session, BusyTransport(live.transport))
    }

    /// Another device, whose keys are closed.
    fileprivate func device() async throws -> Device {
      count += 1
      return try await Self.device(DeviceID("D\(count)"), of: user, at: live)
    }

    func addDevices(until count: Int) async throws {
      while self.count < count {
        let device = try await device()
        _ = try await device.service.enterRecoveryKey(recoveryKey)
        await device.service.close()
      }
    }

    func room(_ name: String = "vault", isEncrypted: Bool = true) async throws -> ChannelID {
      let room = try await sender.service.createChannel(
        NewChannel(id: "new", name: name, type: .group, isEncrypted: isEncrypted)
      ).channel.id
      rooms[name] = room
      return room
    }

    /// A room with 50 messages whose key is in the backup.
    func talk() async throws -> ChannelID {
      let room = try await room()
      for number in 1...50 { try await say("message \(number)", in: room) }
      while try await sender.service.encryptionState().backup != .on(waiting: 0) {
        try await Task.sleep(for: .milliseconds(20))
      }
      return room
    }

    func say(_ text: String, in room: ChannelID) async throws {
      _ = try await sender.service.send(
        NewMessage(transactionId: TransactionID(UUID().uuidString), channelId: room, markup: text))
    }

    func send(in room: ChannelID, _ stopwatch: Stopwatch) async throws {
      try await ServerRows.rest()
      let begin = sender.transport.begin()
      try await say("message", in: room)
      stopwatch.take(sender.transport.end(begin) / .nanoseconds(1))
    }
  }
}

/// Measures time in which no answer is awaited, except that of the waiting sync.
private final class BusyTransport: Transport {
  private struct State {
    var waiting = 0
    var since = ContinuousClock.now
    var waited = Duration.zero
  }

  private let transport: CurlTransport
  private let state = Mutex(State())

  init(_ transport: CurlTransport) { self.transport = transport }

  func begin() -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    state.withLock { ($0.waited, $0.since) = (.zero, now) }
    return now
  }

  func end(_ begin: ContinuousClock.Instant) -> Duration {
    let now = ContinuousClock.now
    return (now - begin) - state.withLock { $0.waited + ($0.waiting > 0 ? now - $0.since : .zero) }
  }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    guard !request.url.contains("/sync?") else { return try await transport.answer(to: request) }
    state.withLock {
      if $0.waiting == 0 { $0.since = .now }
      $0.waiting += 1
    }
    defer {
      state.withLock {
        $0.waiting -= 1
        if $0.waiting == 0 { $0.waited += ContinuousClock.now - $0.since }
      }
    }
    return try await transport.answer(to: request)
  }
}
