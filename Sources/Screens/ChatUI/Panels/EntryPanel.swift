import ChatScreens
import Composer

/// Asks for one line, such as a recovery key, and stays until it is accepted. A secret is shown as dots, and is kept in no history,
/// kill ring or draft.
final class EntryPanel: Panel {
  /// A line to ask for.
  struct Request {
    var title: String
    /// What it is for.
    var note: String
    /// What Enter does.
    var verb: String
    var isSecret = false
    var text = ""
    /// What Escape shows instead of closing the panel, and its name in the hint.
    var back: (name: String, show: () -> Void)?
  }

  private let request: Request
  private let submit: (String) async throws -> Void
  private weak var context: AppContext?
  private let ring = KillRing()
  private var line: QueryLine
  private var isShown = false
  /// Why the last line was not accepted.
  private var failure: String?
  private var work: Task<Void, Never>?
  private var isClosed = false

  /// - Parameter submit: takes the line, without surrounding blanks. The panel closes if it returns, and stays if it throws.
  init(context: AppContext, _ request: Request, submit: @escaping (String) async throws -> Void) {
    self.context = context
    self.request = request
    self.submit = submit
    line = QueryLine(request.text)
  }

  var state: PanelState {
    var state = ListPanelState()
    state.title = request.title
    state.query = request.isSecret && !isShown ? String(repeating: "•", count: line.text.count) : line.text
    state.queryCaret = line.caret
    let note = work == nil ? failure ?? request.note : "one moment…"
    state.note = note
    var row = PanelRow(note)
    row.wraps = true
    (state.rows, state.selection) = ([row], -1)
    state.hint = hint
    return .list(state)
  }

  private var hint: String {
    guard let context else { return "" }
    var keys: [(Command, String)] = [(.panel(.accept), request.verb)]
    if canBeShown { keys.append((.panel(.toggle), isShown ? "hide" : "show")) }
    return context.keymap.hint(keys + [(.panel(.dismiss), request.back?.name ?? "close")])
  }

  /// Whether the secret can be shown. In line mode it cannot, because printed lines stay in the terminal.
  private var canBeShown: Bool { request.isSecret && context?.isLineMode == false }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss:
      guard let back = request.back else { return .close }
      back.show()
    case .toggle: if canBeShown { isShown.toggle() }
    case .accept: accept()
    default: break
    }
    return .stay
  }

  func type(_ text: String) -> PanelOutcome {
    if work == nil, line.type(text) { failure = nil }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    if work == nil, line.edit(command, self.ring) { failure = nil }
    return .stay
  }

  /// Does not cancel a submitted line: a half-finished change of keys is worse than a finished one.
  func close() { isClosed = true }

  private func accept() {
    let words = line.words
    guard work == nil, !words.isEmpty else { return }
    work = Task { [weak self, submit] in
      do {
        try await submit(words)
        guard let self else { return }
        context?.dismiss(self)
      } catch {
        self?.failure = ErrorSentence.reason(error)
        if let self, isClosed, let failure { context?.say(.failure(failure)) }
      }
      self?.work = nil
      self?.context?.setNeedsFrame()
    }
  }
}
