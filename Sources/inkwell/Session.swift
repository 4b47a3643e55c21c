import ChatControllers
import ChatDomain
import ChatPlatform
import ChatUI
import CursesTerminal
import Glibc
import LocalStorage
import MatrixService
import TerminalScreen

/// One run of the program, from the first frame to the last.
@MainActor
struct Session {
  private let arguments: Arguments
  private let configuration: Configuration

  init(_ arguments: Arguments, _ configuration: Configuration) {
    self.arguments = arguments
    self.configuration = configuration
  }

  /// Lines for screen readers, and for terminals that cannot draw a screen.
  private var outlet: (Outlet, any Terminal) {
    if arguments.isPlain || ProcessEnvironment.variable("TERM") == "dumb" {
      let terminal = PlainTerminal(configuration.terminal)
      return (.lines(terminal), terminal)
    }
    let terminal = CursesTerminal(configuration.terminal)
    return (.screen(terminal), terminal)
  }

  func run() async {
    let clock = RunningClock()
    let log = openLog(clock)
    let account = findAccount()
    let profile = account?.profile ?? configuration.profile
    log?.note(.started(version: Version.name, profile: profile.name, process: getpid()))
    let backend = await backend(for: account, clock)
    let files = DiskFiles()
    let calendar = LocalCalendar(clock: configuration.clock)
    let storage = await Storage.open(profile, clock: clock, calendar: calendar)
    if account != nil, let owner = storage.otherOwner {
      // Both would keep their drafts on the server as those of one device, each over the other's.
      await backend.close()
      complain("inkwell: \(owner), and an account opens only once")
      leave(with: ExitStatus.unavailable)
    }
    let client = ChatClient(
      service: backend.service, store: storage.store, clock: clock, configuration: configuration.client,
      files: files)
    let (outlet, terminal) = outlet
    let downloads = DownloadedFiles()
    let environment = AppEnvironment(
      outlet: outlet, calendar: calendar, files: files,
      programs: PersonalPrograms(
        terminal: terminal, clock: clock, editor: configuration.editor, opener: configuration.opener),
      downloads: downloads, connection: backend.connection, loop: MainLoop.shared)
    var talk: Task<Void, Never>?
    var tour: (() -> Void)?
    let app = App(
      client: client, environment: environment, keymap: configuration.keymap,
      settings: configuration.settings
    ) {
      // If nothing can be shown, this does not count as the first run.
      if backend.hasTour, let folder = storage.folder, FirstRun.begins(in: folder) { tour?() }
      await backend.fill()
      talk = Task { await backend.talk() }
      downloads.removeLeftovers()
    }
    tour = { [weak app] in app?.beginTour() }
    for notice in storage.news {
      app.say(notice)
      log?.note(.storage(notice.text, notice.tone == .error ? .error : .warning))
    }
    let noting = log.map { log in client.subscribe { log.note(.notice($0)) } }
    defer { noting?.cancel() }
    let watch = Task {
      for await news in storage.later ?? AsyncStream(unfolding: { nil }) {
        // The program itself says what became of the drafts of the session before.
        if news != .takenOver { app.say(Notice(news.description, .warning)) }
        log?.note(.storage(news.description, news == .takenOver ? .info : .warning))
        if news.mayMissSomething { client.keepEverything() }
      }
    }
    let keeping = Task {
      for await news in backend.cacheNews ?? AsyncStream(unfolding: { nil }) {
        app.say(Notice(news.description, .warning))
        log?.note(.storage(news.description, .warning))
      }
    }
    defer {
      watch.cancel()
      keeping.cancel()
    }
    do throws(TerminalError) {
      try await app.run()
      talk?.cancel()
      await backend.close()
      if let reason = await storage.end() {
        log?.note(.storage("The journal stays beside the file: \(reason)", .warning))
      }
      log?.note(.ended(unkept: app.unsavedReason))
      if let reason = app.unsavedReason {
        complain("inkwell: not everything was saved: \(reason)")
        leave(with: ExitStatus.notSaved)
      }
    } catch {
      await backend.close()
      log?.note(.terminal(error.sentence))
      complain("inkwell: \(error.sentence)")
      leave(with: ExitStatus.unavailable)
    }
  }

  /// The account that is to be opened; nil for the demo.
  private func findAccount() -> Account? {
    do throws(AccountFault) {
      return try Account.find(arguments)
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: error.status)
    }
  }

  /// Whom this run talks to. Whoever is not signed in yet is asked for a password first.
  private func backend(for account: Account?, _ clock: any ChatClock) async -> any Backend {
    guard let account else {
      return await Demo(clock: clock, seed: configuration.seed, isQuiet: configuration.isQuiet)
    }
    do throws(AccountFault) {
      return try await AccountBackend.open(account, clock: clock)
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: error.status)
    }
  }

  /// Nil if none is wanted.
  private func openLog(_ clock: any ChatClock) -> Log? {
    guard let path = arguments.log else { return nil }
    do throws(LogFile.Fault) {
      let file = try LogFile(path)
      return Log(clock: clock, level: arguments.logLevel ?? .info) { file.append($0) }
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: ExitStatus.cannotCreate)
    }
  }
}

extension TerminalError {
  var sentence: String {
    switch self {
    case .notATerminal: "input and output have to be a terminal"
    case .unknownTerminal(""): "TERM is not set; it has to name the terminal"
    case .unknownTerminal(let name): "nothing is known of the terminal \(name); is TERM right?"
    }
  }
}
