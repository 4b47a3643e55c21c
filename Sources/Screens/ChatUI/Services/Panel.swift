import ChatScreens

/// A list or a question shown over the screen, with the keyboard focus.
protocol Panel: AnyObject {
  var state: PanelState { get }
  /// Whether a key of lists means anything in it. If it does not, the key means what it means elsewhere.
  func takes(_ command: PanelCommand) -> Bool
  func perform(_ command: PanelCommand) -> PanelOutcome
  /// Selects a row, as a click does. Headings cannot be selected.
  ///
  /// - Returns: whether it is selected now.
  func select(row: Int) -> Bool
  /// Inserts text typed or pasted into its line.
  func type(_ text: String) -> PanelOutcome
  /// Handles a composer key for its line. Killed text goes to the composers' kill ring.
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome
  /// Called when the screen has another size.
  func resize()
  /// Called with the number of its rows that a frame shows.
  func wereShown(rows: Int)
  /// Called after the panel was taken off the screen, for whatever reason.
  func close()
}

enum PanelOutcome: Hashable {
  case stay
  case close
  /// It closes, and the text it was given is for the composer.
  case passOn
  /// It stays, and this says why the key did nothing.
  case refuse(String)
}

extension Panel {
  func takes(_ command: PanelCommand) -> Bool { true }
  func select(row: Int) -> Bool { false }
  func resize() {}
  func wereShown(rows: Int) {}
  func close() {}
}
