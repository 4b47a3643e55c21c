import ChatDomain
import Foundation
import HTTPTransport
import JSON
import MatrixService
import MatrixWire
import Measuring
import Synchronization

/// An account of 200 rooms on the Synapse that `make bench` starts; nil: there is none.
struct LiveAccount {
  let server: HomeserverAddress
  let user: String
  let password: String
  let rooms: Int
  /// The folder of the scripts that come with the server.
  let scripts: String
  let transport = CurlTransport()

  static func make() throws -> LiveAccount? {
    guard let description = ProcessInfo.processInfo.environment["INKWELL_SYNAPSE"] else { return nil }
    let root = try JSONDocument(Array(description.utf8)).root
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
    try await MatrixLogin.signIn(
      user: user, password: password, device: device, server: server, name: "benchmarks", transport: transport
    )
  }

  func service(
    _ session: MatrixSession, in folder: String, transport: (any Transport)? = nil
  ) -> MatrixService {
    MatrixService(
      session: session, shelf: NoShelf(), folder: folder, transport: transport ?? self.transport,
      clock: RunningClock())
  }

  static func folder() -> String {
    FileManager.default.temporaryDirectory.appendingPathComponent("inkwell-bench-\(UUID().uuidString)").path
  }
}

/// Notes when the server said something last, of which a message that is sent has to wait.
final class ListeningTransport: Transport {
  private let transport: CurlTransport
  private let heard = Mutex(ContinuousClock.now)

  init(_ transport: CurlTransport) { self.transport = transport }

  var lastHeard: ContinuousClock.Instant { heard.withLock { $0 } }

  func answer(to request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    let answer = try await transport.answer(to: request)
    heard.withLock { $0 = .now }
    return answer
  }
}

/// What a person waits for, with a real server on this computer.
enum ServerRows {
  static let group = "an account of 200 rooms on Synapse"

  static func rows(_ account: LiveAccount) -> [() -> Contest] {
    [{ signIn(account) }, { restart(account) }, { send(account) }, { confirm(account) }]
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

  /// The part of it that is ours: the server has taken the message, and has told of it.
  private static func confirm(_ account: LiveAccount) -> Contest {
    let listening = ListeningTransport(account.transport)
    let open = Once { () async throws -> (MatrixService, ChannelID, Task<Void, Never>) in
      let session = try await account.signIn(as: "HEAR")
      let service = account.service(session, in: LiveAccount.folder(), transport: listening)
      let room = try await service.channels(ListQuery(limit: 1)).elements[0].id
      let events = try await service.events(after: nil)
      let stream = Task {
        do { for try await _ in events {} } catch {}
      }
      return (service, room, stream)
    }
    return Contest(
      group: group, name: "the server's last word to confirmed", limit: 5e6, fewest: 31,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let (service, room, _) = try await open()
          let new = NewMessage(
            transactionId: TransactionID("hear-\(UUID().uuidString)"), channelId: room, markup: "message")
          _ = try await service.send(new)
          stopwatch.take((ContinuousClock.now - listening.lastHeard) / .nanoseconds(1))
        }
      ])
  }

  /// The server does one thing after another: until it waits again it is busy with the message before, which nobody sends
  /// in the same hundredth of a second.
  private static func rest() async throws { try await Task.sleep(for: .milliseconds(150)) }

  /// With a stream open, as it is while the program runs.
  private static func send(_ account: LiveAccount) -> Contest {
    struct Open {
      let service: MatrixService
      let session: MatrixSession
      let room: ChannelID
      let stream: Task<Void, Never>
    }
    let open = Once { () async throws -> Open in
      let session = try await account.signIn(as: "SEND")
      let service = account.service(session, in: LiveAccount.folder())
      let room = try await service.channels(ListQuery(limit: 1)).elements[0].id
      let events = try await service.events(after: nil)
      let stream = Task {
        do { for try await _ in events {} } catch {}
      }
      return Open(service: service, session: session, room: room, stream: stream)
    }
    var number = 0
    return Contest(
      group: group, name: "sent to confirmed", fewest: 31,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let open = try await open()
          number += 1
          let new = NewMessage(
            transactionId: TransactionID("bench-\(number)-\(UUID().uuidString)"), channelId: open.room,
            markup: "message \(number)")
          try await rest()
          try await stopwatch.measureWaiting { _ = try await open.service.send(new) }
        },
        Contestant(name: "the server's own time") { stopwatch in
          let open = try await open()
          number += 1
          let url =
            "\(account.server)/_matrix/client/v3/rooms/\(open.room.rawValue.replacing("!", with: "%21").replacing(":", with: "%3A"))/send/m.room.message/\(UUID().uuidString)"
          try await rest()
          try await stopwatch.measureWaiting {
            let answer = try await account.transport.answer(
              to: HTTPRequest(
                .put, url, fields: [HTTPField("Authorization", "Bearer \(open.session.tokens.access)")],
                body: .bytes(Array(#"{"msgtype":"m.text","body":"message"}"#.utf8))))
            precondition(answer.isSuccess)
          }
        },
      ])
  }
}
