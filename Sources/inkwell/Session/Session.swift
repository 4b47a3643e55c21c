import ChatControllers
import ChatDomain
import ChatPlatform
import ChatUI
import Composer
import CursesTerminal
import Enchant
import FileSystem
import Glibc
import HTTPTransport
import LocalStorage
import MatrixService
import PictureDecoder
import Spelling
import TerminalScreen

/// One run of the program with a screen.
@MainActor
struct Session {
  let arguments: Arguments
  let configuration: Configuration

  /// The terminal. It writes lines if a screen reader needs them, or if no screen can be drawn.
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
    log?.write(
      .started(
        version: Version.name, profile: (account?.profile ?? configuration.profile).name, process: getpid()))
    let opened = await open(account, clock)
    let (backend, storage) = (opened.backend, opened.storage)
    let files = DiskFiles()
    let calendar = LocalCalendar(clock: configuration.clock)
    let client = opened.client(configuration, clock: clock, files: files)
    let (outlet, terminal) = makeOutlet()
    let downloads = DownloadedFiles()
    let environment = AppEnvironment(
      outlet: outlet, calendar: calendar, files: files,
      programs: PersonalPrograms(
        terminal: terminal, clock: clock, editor: configuration.editor, opener: configuration.opener),
      downloads: downloads, connection: backend.connection,
      pictures: DecodedPictures(),
      accounts: DeviceAccounts(
        current: account, user: client.currentUser.id, finder: AccountFinder.ofThisPerson),
      spelling: configuration.settings.composer.spellingLanguages.isEmpty
        ? nil : SpellingWorker(EnchantLibrary()),
      loop: MainLoop.shared)
    var talk: Task<Void, Never>?
    var tour: (() -> Void)?
    let app = App(
      client: client, environment: environment, keymap: configuration.keymap,
      settings: configuration.settings
    ) {
      // The tour begins only after the first frame: a run that shows nothing does not count as the first run. A tour that was begun
      // anew and not finished continues.
      if backend.hasTour, let folder = storage.folder,
        !TourFile.exists(in: folder) || TourFile.step(in: folder) != nil
      {
        tour?()
      }
      if account == nil { await storage.forgetThreads() }
      await backend.fill(keeping: account == nil ? await storage.knownChannels() : [])
      talk = Task { await backend.talk() }
      downloads.removeLeftovers()
    }
    tour = { [weak app] in app?.beginTour(at: storage.folder.flatMap { TourFile.step(in: $0) }) }
    if let folder = storage.folder {
      app.whenTourMoves { TourFile.keep(step: $0, in: folder) }
      app.whenTourEnds { TourFile.create(in: folder) }
    }
    app.greets = !configuration.isQuiet
    // The demo lives in the process, which was replaced for the other account.
    let reason = WayBack.reason.map { account == nil ? "\($0); the demo started over, drafts stay" : $0 }
    if let tried = WayBack.tried { app.offer(command: tried) }
    let warnings = [configuration.warning, reason].compactMap(\.self).map { Notice($0, .warning) }
    // Data loss comes first, in case not everything fits.
    if let notice = Notice(joining: storage.notices + warnings) {
      app.say(notice, explaining: storage.ownedElsewhere)
    } else if WayBack.given != nil {
      app.sayWhoIsOpen()
    }
    for notice in storage.notices {
      log?.write(.storage(notice.text, notice.tone == .error ? .error : .warning))
    }
    let forwarding = forwardNews(of: opened, to: app, client, log)
    defer {
      forwarding.subscription?.cancel()
      for task in forwarding.tasks { task.cancel() }
    }
    do throws(TerminalError) {
      try await app.run()
      talk?.cancel()
      if let reason = await opened.close() {
        log?.write(.storage("The journal stays beside the file: \(reason)", .warning))
      }
      log?.write(.ended(saveFailure: app.unsavedReason))
      // Unsaved data does not prevent erasing.
      if let reason = app.unsavedReason, app.next != .erasing {
        complain("not everything was saved: \(reason)")
        if app.next == .signingOut { complain("so the account is not signed out") }
        exit(ExitStatus.notSaved)
      }
      await goOn(to: app.next, from: account)
    } catch {
      await backend.close()
      log?.write(.terminal(error.sentence))
      complain(error.sentence)
      exit(ExitStatus.unavailable)
    }
  }

  /// Forwards news about storage to the user and the log.
  private func forwardNews(
    of opened: OpenedAccount, to app: App, _ client: ChatClient, _ log: Log?
  ) -> (subscription: Subscription?, tasks: [Task<Void, Never>]) {
    let storageTask = Task {
      for await news in opened.storage.news ?? AsyncStream(unfolding: { nil }) {
        // The app reports the drafts of the previous session itself.
        if news != .takenOver { app.say(Notice(news.description, .warning)) }
        log?.write(.storage(news.description, news == .takenOver ? .info : .warning))
        if news.mayMissSomething { client.keepEverything() }
      }
    }
    let cacheTask = Task {
      for await news in opened.backend.cacheNews ?? AsyncStream(unfolding: { nil }) {
        app.say(Notice(news.description, .warning))
        log?.write(.storage(news.description, .warning))
      }
    }
    return (log.map { log in client.subscribe { log.write(.notice($0)) } }, [storageTask, cacheTask])
  }

  /// Continues with the next account, or signs out.
  private func goOn(to next: NextRun, from account: Account?) async {
    switch next {
    case .stop: return
    case .opening(let place):
      do throws(Arguments.Fault) {
        let options = try OptionParser(Option.all).parse(OptionParser.given)
        WayBack(words: OptionParser.given).leaveBehind()
        let error = Restart.run(Restart.words(options, for: place))
        complain("it cannot be opened from here: \(String(cString: strerror(error)))")
      } catch {
        complain(error.sentence)
      }
      exit(ExitStatus.unavailable)
    case .signingOut, .erasing:
      guard let folder = account?.profile.folder(ProcessEnvironment.variable) else { return }
      // The terminal is given back and its input is not read, so C-c must end the wait for the server.
      for number in [SIGINT, SIGTERM, SIGHUP, SIGTSTP] { signal(number, SIG_DFL) }
      if next == .erasing {
        await AccountRemoval.erase(folder: folder)
      } else {
        await AccountRemoval.signOut(folder: folder)
      }
    }
  }

  /// The account to open; nil for the demo. Finds the server of an account that was not signed in here yet.
  private func findAccount() async -> Account? {
    do throws(AccountFault) {
      let account = try Account.find(arguments, usual: configuration.account)
      guard let account, account.isServerGuessed else { return account }
      let terminal = startingTerminal
      guard terminal.hasTerminal else { throw SignIn.noTerminal }
      let transport = CurlTransport()
      let found: Result<Account, AccountFault>
      do throws(AccountFault) {
        found = .success(
          try await terminal.wait(for: "looking for the Matrix server of \(account.server.host)") {
            () async throws(AccountFault) in try await account.atDiscoveredServer(transport)
          })
      } catch {
        found = .failure(error)
      }
      await transport.close()
      return try found.get()
    } catch {
      giveUp(error)
    }
  }

  /// Opens the account, and signs in first if there is no session.
  private func open(_ account: Account?, _ clock: any ChatClock) async -> OpenedAccount {
    do throws(AccountFault) {
      return try await OpenedAccount.open(
        account, configuration, clock: clock,
        signingIn: SignInWay(
          terminal: startingTerminal, deviceName: arguments.deviceName,
          opensSignedOut: WayBack.reason != nil))
    } catch {
      giveUp(error)
    }
  }

  /// C-c returns to the previous account, if there is one.
  private var startingTerminal: StartingTerminal {
    var terminal = configuration.startingTerminal
    if WayBack.given != nil { terminal.onInterrupt = { giveUp(SignIn.cancelled) } }
    return terminal
  }

  /// Returns to the previous account; ends the program if there is none.
  private func giveUp(_ fault: AccountFault) -> Never {
    let isAskedToEnd = [SIGTERM, SIGHUP].contains { fault.status == ExitStatus.signal + $0 }
    if let back = WayBack.given, !isAskedToEnd { _ = back.goBack(because: fault, tried: loginCommand) }
    complain(fault.sentence)
    exit(fault.status)
  }

  /// The command that opens the account of this run; nil for the demo.
  private var loginCommand: String? {
    arguments.login.map { name in
      let server = arguments.server.map { " \($0)" } ?? ""
      return "/\(SlashCommand.login.name) \(name.text)\(server)"
    }
  }

  /// The log; nil if none is requested.
  private func openLog(_ clock: any ChatClock) -> Log? {
    guard let path = arguments.log else { return nil }
    do throws(LogFile.Fault) {
      let file = try LogFile(path)
      return Log(clock: clock, level: arguments.logLevel ?? .info) { file.append($0) }
    } catch {
      complain(error.sentence)
      exit(ExitStatus.cannotCreate)
    }
  }
}

extension TerminalError {
  var sentence: String {
    switch self {
    case .notATerminal: "input and output must be a terminal"
    case .unknownTerminal(""): "TERM is not set; it must name the terminal"
    case .unknownTerminal(let name): "unknown terminal \(name); is TERM right?"
    }
  }
}

/// The files about the tour of a profile. One marks that the tour was taken or closed; until then, the other has the step at which
/// the next start of the demo continues the tour.
enum TourFile {
  private static func path(in folder: String) -> String { "\(folder)/toured" }
  private static func stepPath(in folder: String) -> String { "\(folder)/tour-step" }

  static func exists(in folder: String) -> Bool { access(path(in: folder), F_OK) == 0 }

  static func create(in folder: String) {
    let file = open(path(in: folder), O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    if file >= 0 { close(file) }
    unlink(stepPath(in: folder))
  }

  /// The step of an earlier run; nil if there is none.
  static func step(in folder: String) -> String? {
    let file = open(stepPath(in: folder), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    do throws(SystemFault) {
      return String(decoding: try WholeFile.bytes(of: file, limit: 256), as: UTF8.self)
    } catch {
      // The tour begins anew.
      return nil
    }
  }

  static func keep(step: String, in folder: String) {
    let file = open(stepPath(in: folder), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    // A step that is not kept only makes the next tour begin anew.
    _ = Array(step.utf8).withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
    close(file)
  }
}
