import ChatScreens

/// A list or a question shown over the screen, with the keyboard focus.
protocol Panel: AnyObject {
  var state: PanelState { get }
  func perform(_ command: PanelCommand) -> PanelOutcome
  /// Inserts text typed or pasted into its line.
  func type(_ text: String) -> PanelOutcome
  /// Handles a composer key for its line. Killed text goes to the composers' kill ring.
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome
  /// Called after the panel was taken off the screen, for whatever reason.
  func close()
}

enum PanelOutcome {
  case stay
  case close
  /// It closes, and the text it was given is for the composer.
  case passOn
}

extension Panel {
  func close() {}
}
