import ChatScreens

/// Shows a panel over the screen, one at a time.
final class PanelHost {
  private(set) var panel: (any Panel)?
  private let services: any AppServices
  private let input: InputState

  init(services: any AppServices, input: InputState) {
    self.services = services
    self.input = input
  }

  /// Whether the panel asks something, which no letter answers.
  var isAsking: Bool {
    if case .question? = panel?.state { true } else { false }
  }

  func show(_ panel: any Panel) {
    self.panel?.close()
    self.panel = panel
    input.pendingKeys = []
    services.setNeedsFrame()
  }

  func close() {
    panel?.close()
    panel = nil
    services.setNeedsFrame()
  }

  /// Closes a panel, unless another one is shown by now.
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

  /// Handles a composer key in the panel's line.
  ///
  /// - Returns: whether there is a panel.
  func edit(_ command: ComposerCommand, _ killRing: KillRing) -> Bool {
    guard let panel else { return false }
    follow(panel.edit(command, killRing), of: panel)
    return true
  }

  /// Gives text to the panel.
  ///
  /// - Returns: whether there is one that takes it.
  func type(_ text: String) -> Bool {
    guard let panel else { return false }
    let outcome = panel.type(text)
    follow(outcome, of: panel)
    return outcome != .passOn
  }

  /// - Parameter panel: the one that had the key; meanwhile it may have shown another.
  private func follow(_ outcome: PanelOutcome, of panel: any Panel) {
    switch outcome {
    case .stay: break
    case .close, .passOn: dismiss(panel)
    case .refuse(let reason): services.say(Notice(reason, .warning))
    }
    services.setNeedsFrame()
  }
}
