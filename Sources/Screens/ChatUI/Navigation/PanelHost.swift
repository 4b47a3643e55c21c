import ChatScreens
import Composer
import TerminalScreen

/// Shows a panel over the screen, one at a time.
final class PanelHost {
  private(set) var panel: (any Panel)?
  /// The state of vi keys in the panel; nil with Emacs keys.
  private var vi: ViListKeys?
  private let context: AppContext

  init(context: AppContext) {
    self.context = context
  }

  /// Whether the panel is a question or a picture, which ignore letters.
  var isAsking: Bool {
    switch panel?.state {
    case .question, .picture: true
    case .list, nil: false
    }
  }

  /// The state of the panel, with the mode of vi keys.
  var state: PanelState? {
    guard case .list(var list)? = panel?.state, let vi else { return panel?.state }
    if !vi.isInserting {
      list.title += " · NORMAL"
    } else if hasQuery {
      // The first Escape moves from the query to the rows.
      let close = context.keymap.hint((.panel(.dismiss), "close"))
      let normal = context.keymap.hint((.vi(.normalMode), "normal mode"))
      if list.hint.hasSuffix(close) { list.hint = String(list.hint.dropLast(close.count)) + normal }
    }
    return .list(list)
  }

  /// The key areas that are active while a panel is shown, the topmost first.
  var keyAreas: [KeyArea] {
    // With an empty query, Escape closes the panel, as its hint says.
    guard let vi, !isAsking, !vi.isInserting || hasQuery else { return .whilePanelIsShown }
    return vi.areas + .whilePanelIsShown
  }

  private var hasQuery: Bool {
    guard case .list(let list)? = panel?.state else { return false }
    return list.query?.isEmpty == false
  }

  /// Whether letters are text, and not vi commands.
  var isInserting: Bool { isAsking || vi?.isInserting ?? true }

  /// Passes a key to the vi command that is in progress.
  ///
  /// - Returns: whether the key belongs to one.
  func take(_ key: KeyEvent) -> Bool {
    guard panel != nil, !isAsking else { return false }
    return vi?.take(key) ?? false
  }

  func forgetUnfinished() { vi?.forgetUnfinished() }

  /// Performs a vi command.
  ///
  /// - Returns: whether there is a panel.
  func perform(_ command: ViCommand, _ killRing: KillRing) -> Bool {
    guard panel != nil else { return false }
    for action in vi?.actions(of: command) ?? [] {
      switch action {
      case .list(let command): perform(command)
      case .line(let command): _ = edit(command, killRing)
      }
    }
    context.setNeedsFrame()
    return true
  }

  func show(_ panel: any Panel) {
    self.panel?.close()
    self.panel = panel
    vi = context.settings.keyStyle == .vi ? ViListKeys() : nil
    context.input.pendingKeys = []
    context.setNeedsFrame()
  }

  func close() {
    panel?.close()
    panel = nil
    context.setNeedsFrame()
  }

  /// Closes a panel, unless another one has replaced it.
  func dismiss(_ panel: any Panel) {
    if self.panel === panel { close() }
  }

  /// Performs a command of lists and questions.
  func perform(_ command: PanelCommand) {
    if let panel { follow(panel.perform(command), of: panel) }
  }

  /// Accepts a row of a list, as a click does.
  func accept(row: Int) {
    guard let panel, panel.select(row: row) else { return }
    perform(.accept)
  }

  /// Handles a composer key in the panel's query.
  ///
  /// - Returns: whether a panel has handled the key.
  func edit(_ command: ComposerCommand, _ killRing: KillRing) -> Bool {
    guard let panel else { return false }
    let outcome = panel.edit(command, killRing)
    follow(outcome, of: panel)
    return outcome != .passOn
  }

  /// Types text into the panel.
  ///
  /// - Returns: whether a panel has taken the text.
  func type(_ text: String) -> Bool {
    guard let panel else { return false }
    let outcome = panel.type(text)
    follow(outcome, of: panel)
    return outcome != .passOn
  }

  /// - Parameter panel: the panel that handled the key; it may have opened another one meanwhile.
  private func follow(_ outcome: PanelOutcome, of panel: any Panel) {
    switch outcome {
    case .stay: break
    case .close, .passOn: dismiss(panel)
    case .refuse(let notice): context.say(notice)
    }
    context.setNeedsFrame()
  }
}
