import ChatScreens
import TerminalScreen

/// A list or a question that lies over the screen and has the keys.
protocol Panel: AnyObject {
  var state: PanelState { get }
  func perform(_ command: PanelCommand) -> PanelOutcome
  /// Text typed or pasted into its line.
  func type(_ text: String) -> PanelOutcome
  /// A key of the composer's, for its line. What is killed there goes to the ring that the composers have.
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome
  /// A key that a question answers to; asked before all others.
  func answer(_ key: KeyEvent) -> PanelOutcome?
  /// It was taken off the screen, by whatever.
  func close()
}

enum PanelOutcome {
  case stay
  case close
}

extension Panel {
  func answer(_ key: KeyEvent) -> PanelOutcome? { nil }
  func close() {}
}
