import ChatControllers
import ChatUI
import CursesTerminal
import InMemoryService
import LocalStorage
import TerminalScreen

/// One run of the program, from the first frame to the last.
@MainActor
struct Session {
  private let arguments: Arguments

  init(_ arguments: Arguments) { self.arguments = arguments }

  func run() async {
    let clock = RunningClock()
    let demo = await Demo(clock: clock, seed: arguments.seed, isQuiet: arguments.isQuiet)
    let files = DiskFiles()
    let calendar = LocalCalendar()
    let storage = await Storage.open(arguments.profile, clock: clock, calendar: calendar)
    let client = ChatClient(service: demo.device, store: storage.store, clock: clock, files: files)
    let terminal = CursesTerminal()
    let surroundings = Surroundings(
      terminal: terminal, calendar: calendar, files: files,
      programs: PersonalPrograms(terminal: terminal, clock: clock), downloads: DownloadedFiles(),
      connection: demo)
    var talk: Task<Void, Never>?
    let app = App(client: client, surroundings: surroundings) {
      await demo.fill()
      talk = Task { await demo.talk() }
    }
    for notice in storage.news { app.say(notice) }
    let watch = Task {
      for await news in storage.later ?? AsyncStream(unfolding: { nil }) {
        app.say(Notice(news.description, news == .takenOver ? .good : .warning))
        if news.mayMissSomething { client.keepEverything() }
      }
    }
    defer { watch.cancel() }
    do throws(TerminalError) {
      try await app.run()
      talk?.cancel()
      if let reason = app.unkept {
        complain("inkwell: not everything was saved: \(reason)")
        leave(with: ExitStatus.notSaved)
      }
    } catch {
      complain("inkwell: \(error.sentence)")
      leave(with: ExitStatus.unavailable)
    }
  }
}

extension TerminalError {
  fileprivate var sentence: String {
    switch self {
    case .notATerminal: "input and output have to be a terminal"
    case .unknownTerminal(let name): "nothing is known of the terminal \(name); is TERM right?"
    }
  }
}
