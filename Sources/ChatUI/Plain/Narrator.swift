import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// Presents the program as lines: what happened, one line each, and under them the line in which one types.
///
/// It looks at the same state as the screen, and says what became different since it looked last.
final class Narrator {
  private let terminal: any LineTerminal
  /// What is to be said with the next frame.
  private var lines: [String] = []
  private var notices: [Notice] = []
  private var line = TypedLine()
  private var seen: PlainState?
  let events = EventNarration()
  var reading = ReadingPlace()
  /// Whether it is said who types.
  var tellsTyping = false

  init(_ terminal: any LineTerminal) { self.terminal = terminal }

  func hear(_ notice: ClientNotice, in app: App) {
    if case .event(.typing(let event)) = notice, !tellsTyping || !event.isTyping { return }
    // Who has come nowhere yet has missed nothing.
    if notice == .eventsMissed, seen?.place == nil { return }
    lines += events.sentences(for: notice, in: app)
  }

  func say(_ notice: Notice) { notices.append(notice) }

  /// Adds a line of its own.
  func add(_ sentence: String) { lines.append(sentence) }

  /// Finds out what there is to say, and what stands in the line in which one types.
  func look(at app: App) {
    let state = PlainState(of: app, columns: terminal.size.columns, after: seen?.place)
    lines += Narration(from: seen, to: state).sentences
    seen = state
    lines += notices.filter { !events.hasTold($0) }.map(Spoken.sentence(of:))
    notices = []
    line = state.line
  }

  /// Says it.
  func tell() {
    // Of a text of any length no more is said at once than anybody listens to.
    let said = lines.map { ScreenText($0.map { $0.isNewline ? " / " : String($0) }.joined(), limit: 2000) }
    lines = []
    terminal.say(said, above: line)
  }
}
