import ChatDomain
import ChatPlatform
import Foundation
import HTTPTransport
import MatrixService
import Measuring

/// Saves no session: there is nothing to renew.
struct NoSessionStore: SessionStore {
  func load() throws(SessionFault) -> MatrixSession? { nil }
  func save(_ session: MatrixSession) throws(SessionFault) {}
  func remove() throws(SessionFault) {}
}

/// An account whose server answers at once.
struct ReadyAccount {
  let service: MatrixService
  let transport: AnsweringTransport
  let folder: String

  init(folder: String? = nil, answers: [[UInt8]], members: [UInt8]? = nil) throws {
    self.folder =
      folder
      ?? FileManager.default.temporaryDirectory.appendingPathComponent("inkwell-bench-\(UUID().uuidString)")
      .path
    transport = AnsweringTransport(answers, members: members)
    service = MatrixService(
      session: MatrixSession(
        server: try HomeserverAddress("https://example.org"), user: UserID(AccountAnswers.me),
        device: "BENCH",
        tokens: SessionTokens(access: "token", refresh: nil)), sessionStore: NoSessionStore(),
      folder: self.folder,
      transport: transport, clock: RunningClock(), encrypts: false)
  }

  func end() async throws {
    await service.close()
    try FileManager.default.removeItem(atPath: folder)
  }
}

/// The processor time of this process so far, in nanoseconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// The client's cost of processing server answers, including the cache.
enum AnswerRows {
  static let group = "an account with a server that answers at once"
  private static let account = AccountAnswers(rooms: 200)

  /// From an empty store to the first page of the list.
  static func signIn() -> Contest {
    let answer = account.first()
    return Contest(
      group: group, name: "first answer to list of 50", limit: 300e6,
      note: "200 rooms, \(answer.count / 1000) kB",
      fewest: 9,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let account = try ReadyAccount(answers: [answer])
          var count = 0
          try await stopwatch.measureWaiting {
            count = try await account.service.channels(ListQuery(limit: 50)).elements.count
          }
          precondition(count == 50)
          stopwatch.keep(count)
          try await account.end()
        }
      ])
  }

  /// From a filled cache to the first page of the list, without new events.
  static func restart() -> Contest {
    Contest(
      group: group, name: "restart to caught up", limit: 60e6, note: "200 rooms", fewest: 9,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let before = try ReadyAccount(answers: [account.first()])
          _ = try await before.service.channels(ListQuery(limit: 50))
          await before.service.close()
          let after = try ReadyAccount(folder: before.folder, answers: [])
          var count = 0
          try await stopwatch.measureWaiting {
            count = try await after.service.channels(ListQuery(limit: 50)).elements.count
          }
          precondition(count == 50)
          stopwatch.keep(count)
          try await after.end()
        }
      ])
  }

  /// The sync after an absence. It is processed in parallel to the screen, so processor time is measured.
  static func events(_ events: Int, in rooms: Int, limit: Double?) -> Contest {
    let later = account.later(2, events: events, in: rooms, from: 1000)
    let per = limit.map { $0 * Double(later.events) }
    return Contest(
      group: group, name: "\(later.events) events in \(rooms) rooms, processor", limit: per,
      note: "\(later.bytes.count / 1000) kB", fewest: 9,
      contestants: [
        Contestant(name: "MatrixService") { stopwatch in
          let account = try ReadyAccount(answers: [account.first()])
          _ = try await account.service.currentEventToken()
          account.transport.push(later.bytes)
          let before = processorTime()
          _ = try await account.service.currentEventToken()
          stopwatch.take(processorTime() - before)
          stopwatch.keep(later.events)
          try await account.end()
        }
      ])
  }

  static let all: [() -> Contest] = [
    { signIn() }, { restart() }, { events(1, in: 1, limit: nil) }, { events(25, in: 20, limit: 20e3) },
    { events(70, in: 200, limit: 20e3) },
  ]
}
