import ChatControllers
import ChatDomain
import ChatUI
import InMemoryService
import LocalStorage
import TerminalScreen

/// The whole program, over a store on a disk and without a screen.
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

  /// Returns when it is connected and has shown that.
  func untilShown() async {
    while client.connection != .online || terminal.frames < 3 { await Task.yield() }
  }

  func end() async throws {
    app.end()
    try await running.value
    try await client.stop()
  }
}
