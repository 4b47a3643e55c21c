import ChatControllers
import ChatDomain
import ChatPlatform
import ChatUI
import CursesTerminal
import Glibc
import HTTPTransport
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
  private func makeOutlet() -> (Outlet, any Terminal) {
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
    let account = await findAccount()
    let profile = account?.profile ?? configuration.profile
    log?.write(.started(version: Version.name, profile: profile.name, process: getpid()))
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
    let (outlet, terminal) = makeOutlet()
    let downloads = DownloadedFiles()
    let environment = AppEnvironment(
      outlet: outlet, calendar: calendar, files: files,
      programs: PersonalPrograms(
        terminal: terminal, clock: clock, editor: configuration.editor, opener: configuration.opener),
      downloads: downloads, connection: backend.connection,
      accounts: DeviceAccounts(
        current: account, user: client.currentUser.id, finder: AccountFinder.ofThisPerson),
      loop: MainLoop.shared)
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
      log?.write(.storage(notice.text, notice.tone == .error ? .error : .warning))
    }
    let noticeLogging = log.map { log in client.subscribe { log.write(.notice($0)) } }
    defer { noticeLogging?.cancel() }
    let storageNewsTask = Task {
      for await news in storage.later ?? AsyncStream(unfolding: { nil }) {
        // The program itself says what became of the drafts of the session before.
        if news != .takenOver { app.say(Notice(news.description, .warning)) }
        log?.write(.storage(news.description, news == .takenOver ? .info : .warning))
        if news.mayMissSomething { client.keepEverything() }
      }
    }
    let cacheNewsTask = Task {
      for await news in backend.cacheNews ?? AsyncStream(unfolding: { nil }) {
        app.say(Notice(news.description, .warning))
        log?.write(.storage(news.description, .warning))
      }
    }
    defer {
      storageNewsTask.cancel()
      cacheNewsTask.cancel()
    }
    do throws(TerminalError) {
      try await app.run()
      talk?.cancel()
      await backend.close()
      if let reason = await storage.end() {
        log?.write(.storage("The journal stays beside the file: \(reason)", .warning))
      }
      log?.write(.ended(saveFailure: app.unsavedReason))
      if let reason = app.unsavedReason {
        complain("inkwell: not everything was saved: \(reason)")
        leave(with: ExitStatus.notSaved)
      }
      await goOn(to: app.next, from: account)
    } catch {
      await backend.close()
      log?.write(.terminal(error.sentence))
      complain("inkwell: \(error.sentence)")
      leave(with: ExitStatus.unavailable)
    }
  }

  /// Does what the person wanted to come after this run.
  private func goOn(to next: NextRun, from account: Account?) async {
    switch next {
    case .none: return
    case .opening(let place):
      do throws(Arguments.Fault) {
        let options = try OptionWords(Option.all).read(OptionWords.given)
        let error = Restart.run(Restart.words(options, for: place))
        complain("inkwell: it cannot be opened from here: \(String(cString: strerror(error)))")
      } catch {
        complain("inkwell: \(error.sentence)")
      }
      leave(with: ExitStatus.unavailable)
    case .signingOut:
      guard let folder = account?.profile.folder(ProcessEnvironment.variable) else { return }
      // The terminal is given back, and nobody listens any more to what it sends: C-c ends the wait for the server.
      for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] { signal(number, SIG_DFL) }
      await signOut(folder)
    }
  }

  private func signOut(_ folder: String) async {
    let transport = CurlTransport()
    let signOut = SignOut(sessionStore: SessionFile(folder: folder), transport: transport) {
      complain("inkwell: \($0)")
    }
    let isDone = await signOut.run()
    await transport.close()
    if !isDone { leave(with: ExitStatus.notSaved) }
  }

  /// Signs out without opening the account, unless another program has it open.
  func signOut() async {
    guard let account = knownAccount(), let folder = account.profile.folder(ProcessEnvironment.variable)
    else { return }
    let storage = await Storage.open(
      account.profile, clock: RunningClock(), calendar: LocalCalendar(clock: configuration.clock))
    if let owner = storage.otherOwner {
      complain("inkwell: \(owner): sign out there, with /logout")
      leave(with: ExitStatus.unavailable)
    }
    await signOut(folder)
    _ = await storage.end()
  }

  /// The account that is to be opened; nil for the demo. Of one that was not signed in here yet the server is looked for.
  private func findAccount() async -> Account? {
    do throws(AccountFault) {
      let account = try Account.find(arguments, usual: configuration.account)
      guard let account, account.isServerGuessed else { return account }
      guard startingTerminal.isThere else { throw SignIn.noTerminal }
      let transport = CurlTransport()
      let found: Result<Account, AccountFault>
      do throws(AccountFault) {
        found = .success(try await account.atDiscoveredServer(transport))
      } catch {
        found = .failure(error)
      }
      await transport.close()
      return try found.get()
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: error.status)
    }
  }

  /// Sends what comes from standard input, without a screen.
  ///
  /// - Returns: the exit status.
  func send(_ request: SendRequest) async -> Int32 {
    let text: String
    do throws(SendRequest.Fault) {
      text = try SendRequest.words(from: STDIN_FILENO)
    } catch {
      complain("inkwell: \(error.sentence)")
      return ExitStatus.badData
    }
    guard let account = knownAccount() else {
      complain("inkwell: --send goes with --login, or with an account in the configuration")
      return ExitStatus.usage
    }
    guard account.isSignedIn else {
      complain("inkwell: nobody is signed in; inkwell --login \(account.name.text) does that")
      return ExitStatus.notAllowed
    }
    let clock = RunningClock()
    let backend = await backend(for: account, clock)
    let storage = await Storage.open(
      account.profile, clock: clock, calendar: LocalCalendar(clock: configuration.clock))
    guard storage.folder != nil else {
      await backend.close()
      complain(
        "inkwell: \(storage.otherOwner ?? storage.news.first?.text ?? "nothing can be saved"): nothing is sent"
      )
      return ExitStatus.unavailable
    }
    let client = ChatClient(
      service: backend.service, store: storage.store, clock: clock, configuration: configuration.client,
      files: DiskFiles())
    let sender = ScriptSender(
      client: client, tell: { complain("inkwell: \($0)".printable) }, print: { printOut($0) })
    var status = await sender.send(text, request)
    do throws(StoreError) {
      try await client.stop()
    } catch {
      complain("inkwell: not everything was saved: \(error)")
      // What waits is nowhere but in this process.
      if status == ExitStatus.waiting { status = ExitStatus.notSaved }
    }
    await backend.close()
    _ = await storage.end()
    return status
  }

  /// The account that is named, if it was ever opened on this device.
  private func knownAccount() -> Account? {
    do throws(AccountFault) {
      let account = try Account.find(arguments, usual: configuration.account)
      guard let account, account.isServerGuessed else { return account }
      throw AccountFault(
        sentence: "\(account.name.text) was not signed in on this device", status: ExitStatus.noInput)
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: error.status)
    }
  }

  private var startingTerminal: StartingTerminal {
    StartingTerminal(opener: AddressOpener(command: configuration.opener))
  }

  /// Whom this run talks to. Whoever is not signed in yet is asked for a password first.
  private func backend(for account: Account?, _ clock: any ChatClock) async -> any Backend {
    guard let account else {
      return await Demo(
        clock: clock, seed: configuration.seed, isQuiet: configuration.isQuiet,
        showing: configuration.activity)
    }
    do throws(AccountFault) {
      return try await AccountBackend.open(
        account, showing: configuration.activity, clock: clock, terminal: startingTerminal)
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
