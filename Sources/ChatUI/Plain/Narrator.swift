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
  /// The sentences to be printed with the next frame.
  private var lines: [String] = []
  private var notices: [Notice] = []
  private var line = TypedLine()
  private var seen: PlainState?
  let events = EventNarration()
  var reading = ReadingPlace()
  /// Whether typing is announced.
  var tellsTyping = false

  init(_ terminal: any LineTerminal) { self.terminal = terminal }

  func hear(_ notice: ClientNotice, in app: App) {
    if case .event(.typing(let event)) = notice, !tellsTyping || !event.isTyping { return }
    // A user who has not opened any place yet has missed nothing.
    if notice == .eventsMissed, seen?.place == nil { return }
    lines += events.sentences(for: notice, in: app)
  }

  func say(_ notice: Notice) { notices.append(notice) }

  /// Adds a sentence on a line of its own.
  func add(_ sentence: String) { lines.append(sentence) }

  /// Determines the sentences to print, and the content of the input line.
  func look(at app: App) {
    let state = PlainState(of: app, columns: terminal.size.columns, after: seen?.place)
    lines += Narration(from: seen, to: state).sentences
    seen = state
    lines += notices.filter { !events.hasTold($0) }.map(Spoken.sentence(of:))
    notices = []
    line = state.line
  }

  /// Prints the sentences and the input line.
  func tell() {
    // Limits long texts: nobody listens to more than this at once.
    let said = lines.map { ScreenText($0.map { $0.isNewline ? " / " : String($0) }.joined(), limit: 2000) }
    lines = []
    terminal.say(said, above: line)
  }
}
