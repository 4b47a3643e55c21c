import ChatDomain
import ChatPlatform
import Foundation
import HTTPTransport
import JSON
import MatrixService
import Measuring
import Synchronization

/// An account with 200 rooms on the Synapse that `make bench` starts; nil without one.
struct LiveAccount {
  let server: HomeserverAddress
  let user: String
  let password: String
  let rooms: Int
  /// The folder of the server's scripts.
  let scripts: String
  let transport = CurlTransport()

  static func make() throws -> LiveAccount? {
    guard let description = ProcessInfo.processInfo.environment["INKWELL_SYNAPSE"] else { return nil }
    let servers = Array(try JSONDocument(Array(description.utf8)).root.elements)
    guard let root = servers.first else { return nil }
    let scripts = root["scripts"]?.string ?? ""
    let script = Process()
    script.executableURL = URL(filePath: scripts + "/many_rooms.py")
    let pipe = Pipe()
    script.standardOutput = pipe
    try script.run()
    let said = try pipe.fileHandleForReading.readToEnd() ?? Data()
    script.waitUntilExit()
    let account = try JSONDocument(Array(said)).root
    return LiveAccount(
      server: try HomeserverAddress(root["url"]?.string ?? ""), user: account["user"]?.string ?? "",
      password: account["password"]?.string ?? "", rooms: account["rooms"]?.integer ?? 0, scripts: scripts)
  }

  func signIn(as device: DeviceID) async throws -> MatrixSession {
    try await MatrixLogin(at: server, transport: transport).signIn(
      user: user, password: password, device: device, name: "benchmarks")
  }

  func service(
    _ session: MatrixSession, in folder: String, transport: (any Transport)? = nil
  ) -> MatrixService {
    MatrixService(
      session: session, sessionStore: NoSessionStore(), folder: folder,
      transport: transport ?? self.transport,
      clock: RunningClock())
  }

  static func folder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("inkwell-bench-\(UUID().uuidString)").path
  }
}

/// Records the duration of the latest PUT and the time of the last answer: a sent message waits for both.
final class TimingTransport: Transport {
  private struct Times {
    var put = Duration.zero
    var lastAnswer = ContinuousClock.now
  }

  private let transport: CurlTransport
  private let times = Mutex(Times())

  init(_ transport: CurlTransport) { self.transport = transport }

  var put: Duration { times.withLock(\.put) }

  var lastAnswer: ContinuousClock.Instant { times.withLock(\.lastAnswer) }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let begin = ContinuousClock.now
    let answer = try await transport.answer(to: request)
    times.withLock {
      $0.lastAnswer = .now
      if request.method == .put { $0.put = $0.lastAnswer - begin }
    }
    return answer
  }
}

/// Waiting times with a real server on this machine.
enum ServerRows {
  static let group = "an account of 200 rooms on Synapse"

  static func rows(_ account: LiveAccount) -> [() -> Contest] {
    // One sender for all three rows: every listening device is more work for the server.
    let sender = Once { try await Sender(account, as: "SEND") }
    return [
      { signIn(account) }, { restart(account) }, { send(sender, to: account) }, { sendPastServer(sender) },
      { confirm(sender) }, { DraftRows.told(account) },
    ]
  }

  private static func signIn(_ account: LiveAccount) -> Contest {
    Contest(
      group: group, name: "password to list of 50", limit: 1.5e9, fewest: 5,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let folder = LiveAccount.folder()
          var service: MatrixService?
          try await stopwatch.measureWaiting {
            let new = account.service(try await account.signIn(as: "NEW"), in: folder)
            service = new
            let list = try await new.channels(ListQuery(limit: 50))
            precondition(list.elements.count == 50)
          }
          await service?.close()
          try FileManager.default.removeItem(atPath: folder)
        }
      ])
  }

  private static func restart(_ account: LiveAccount) -> Contest {
    let kept = Once { () async throws -> (MatrixSession, String) in
      let folder = LiveAccount.folder()
      let session = try await account.signIn(as: "KEPT")
      let service = account.service(session, in: folder)
      _ = try await service.channels(ListQuery(limit: 50))
      await service.close()
      return (session, folder)
    }
    return Contest(
      group: group, name: "restart to list of 50, caught up", limit: 60e6, fewest: 9,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let (session, folder) = try await kept()
          let service = account.service(session, in: folder)
          try await stopwatch.measureWaiting {
            let list = try await service.channels(ListQuery(limit: 50))
            precondition(list.elements.count == 50)
          }
          await service.close()
        },
        Contestant(name: "the server's answer alone") { stopwatch in
          let (session, _) = try await kept()
          try await stopwatch.measureWaiting {
            _ = try await account.transport.answer(
              to: HTTPRequest(
                .get, "\(account.server)/_matrix/client/v3/account/whoami",
                fields: [HTTPField("Authorization", "Bearer \(session.tokens.access)")]))
          }
        },
      ])
  }

  /// The server handles one message after another and is busy with the previous one until it is idle. Messages 10 ms
  /// apart are unrealistic, so each waits.
  static func rest() async throws { try await Task.sleep(for: .milliseconds(150)) }

  /// An account with an open stream, as in the running program.
  private struct Sender {
    let service: MatrixService
    let session: MatrixSession
    let transport: TimingTransport
    let room: ChannelID
    private let stream: Task<Void, Never>

    init(_ account: LiveAccount, as device: DeviceID) async throws {
      session = try await account.signIn(as: device)
      transport = TimingTransport(account.transport)
      service = account.service(session, in: LiveAccount.folder(), transport: transport)
      room = try await service.channels(ListQuery(limit: 1)).elements[0].id
      let events = try await service.events(after: nil)
      stream = Task {
        do { for try await _ in events {} } catch {}
      }
    }

    func makeMessage() -> NewMessage {
      NewMessage(transactionId: TransactionID(UUID().uuidString), channelId: room, markup: "message")
    }
  }

  private static func send(_ sender: Once<Sender>, to account: LiveAccount) -> Contest {
    Contest(
      group: group, name: "sent to confirmed", fewest: 31,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let sender = try await sender()
          let new = sender.makeMessage()
          try await rest()
          try await stopwatch.measureWaiting { _ = try await sender.service.send(new) }
        },
        Contestant(name: "a PUT of the same message alone") { stopwatch in
          let sender = try await sender()
          let new = sender.makeMessage()
          let path = "/_matrix/client/v3/rooms/\(sender.room)/send/m.room.message/\(new.transactionId)"
          let content = Array(#"{"msgtype":"m.text","body":"\#(new.markup)","m.mentions":{}}"#.utf8)
          try await rest()
          try await stopwatch.measureWaiting {
            let answer = try await account.transport.answer(
              to: HTTPRequest(
                .put, account.server.url + path,
                fields: [
                  HTTPField("Authorization", "Bearer \(sender.session.tokens.access)"),
                  HTTPField("Content-Type", "application/json"),
                ],
                body: .bytes(content)))
            precondition(answer.isSuccess)
          }
        },
      ])
  }

  /// The time of a message beyond what the server took for it.
  private static func sendPastServer(_ sender: Once<Sender>) -> Contest {
    row(sender, "sent to confirmed, without the server's time for its PUT", limit: 5e6) { sender, begin in
      (ContinuousClock.now - begin) - sender.transport.put
    }
  }

  /// The client's part of it: from the server's answers to the confirmed message.
  private static func confirm(_ sender: Once<Sender>) -> Contest {
    row(sender, "the server's last word to confirmed") { sender, _ in
      ContinuousClock.now - sender.transport.lastAnswer
    }
  }

  private static func row(
    _ sender: Once<Sender>, _ name: String, limit: Double? = nil,
    _ read: @escaping (Sender, _ begin: ContinuousClock.Instant) -> Duration
  ) -> Contest {
    Contest(
      group: group, name: name, limit: limit, fewest: 31,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let sender = try await sender()
          try await rest()
          let begin = ContinuousClock.now
          _ = try await sender.service.send(sender.makeMessage())
          stopwatch.take(read(sender, begin) / .nanoseconds(1))
        }
      ])
  }
}
