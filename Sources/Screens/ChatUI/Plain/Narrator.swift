import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// Presents the program as lines of text: one line per event, and below them the input line.
///
/// It uses the same state as the screen, and reports what has changed since the last time.
final class Narrator {
  private let terminal: any LineTerminal
  private let presenter: PlainPresenter
  private let events: EventNarration
  /// The sentences to be printed with the next frame.
  private var lines: [String] = []
  private var notices: [Notice] = []
  private var line = TypedLine()
  private var seen: PlainState?
  /// Whether typing is announced.
  var announcesTyping = false

  init(_ terminal: any LineTerminal, presenter: PlainPresenter, events: EventNarration) {
    self.terminal = terminal
    self.presenter = presenter
    self.events = events
  }

  func handle(_ notice: ClientNotice) {
    if case .event(.typing(let event)) = notice, !announcesTyping || !event.isTyping { return }
    // A user who has not opened any place yet has missed nothing.
    if notice == .eventsMissed, seen?.place == nil { return }
    lines += events.sentences(for: notice)
  }

  func say(_ notice: Notice) { notices.append(notice) }

  /// The next key begins something new: a reason that was given before is worth saying again.
  func noticeWasCleared() { events.forgetReasons() }

  /// Adds a sentence on a line of its own.
  func add(_ sentence: String) { lines.append(sentence) }

  /// Determines the sentences to print, and the content of the input line.
  func update() {
    let state = presenter.state(columns: terminal.size.columns, after: seen?.place)
    lines += Narration(from: seen, to: state).sentences
    seen = state
    lines += notices.filter { !events.hasReported($0) }.map(Spoken.sentence(of:))
    notices = []
    line = state.line
  }

  /// Prints the sentences and the input line.
  func speak() {
    // Limits long texts: nobody listens to more than this at once.
    let said = lines.map { ScreenText($0.map { $0.isNewline ? " / " : String($0) }.joined(), limit: 2000) }
    lines = []
    terminal.say(said, above: line)
  }
}
