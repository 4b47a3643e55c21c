import ChatControllers
import ChatDomain
import ChatUI
import Glibc
import InMemoryService
import LocalStorage
import TerminalScreen

/// The whole program, with a store on disk and without a screen.
final class LiveProgram {
  let device: InMemoryDevice
  let client: ChatClient
  let terminal = SilentTerminal(Size(columns: 120, rows: 40))
  private let folder: TemporaryFolder
  private let app: App
  private let running: Task<Void, any Error>

  init(of user: UserID, on service: InMemoryChatService, clock: ManualClock) async throws {
    folder = try TemporaryFolder()
    let store = try await SQLiteStore.open(profile: folder.path, clock: clock).store
    device = await service.device(user: user, id: "terminal")
    client = ChatClient(service: device, store: store, clock: clock)
    let app = App(client: client, environment: terminal.environment)
    self.app = app
    running = Task { try await app.run() }
  }

  /// Waits until it is connected and has shown that.
  func untilShown() async {
    while client.connection != .online || terminal.frames < 3 { await Task.yield() }
  }

  func end() async throws {
    app.end()
    try await running.value
    try await client.stop()
  }
}

/// Waits until a message has reached the client. Events are ordered, so all earlier ones have arrived, too.
final class Ear {
  private var subscription: Subscription?
  private var latest: Timetoken?

  init(_ client: ChatClient) {
    subscription = client.subscribe { [weak self] notice in
      guard case .event(.messageCreated(let message)) = notice, let token = message.timetoken else { return }
      self?.latest = max(token, self?.latest ?? token)
    }
  }

  func hear(_ token: Timetoken) async {
    while latest ?? Timetoken(0) < token { await Task.yield() }
  }
}

/// The length and the contents of the day.
nonisolated struct Plan {
  var hours = 8
  var messages = 200_000
  var drafts = 5_000

  var seconds: Int { hours * 3600 }

  /// How many of a total are due by the end of a second.
  func due(_ total: Int, at second: Int) -> Int { total * (second + 1) / seconds }
}

/// A temporary folder, removed on release.
final class TemporaryFolder {
  let path: String

  init() throws {
    var template = Array("/tmp/inkwell-long-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw NoRoom() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  struct NoRoom: Error {}

  isolated deinit {
    guard let folder = opendir(path) else { return }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      unlink("\(path)/\(name)")
    }
    closedir(folder)
    rmdir(path)
  }
}
