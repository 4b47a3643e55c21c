public import ChatDomain
import ChatScreens
import Composer

/// A list, a question or a picture shown over the screen, with the keyboard focus.
protocol Panel: AnyObject {
  var state: PanelState { get }
  /// Whether the panel handles a list key. If not, the key has its usual meaning.
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
  /// Called when the size of the screen changes.
  func resize()
  /// Called with the number of its rows that a frame shows.
  func wereShown(rows: Int)
  /// Called after the panel was removed from the screen, for any reason.
  func close()
}

enum PanelOutcome: Hashable {
  case stay
  case close
  /// The panel closes, and its text goes to the composer.
  case passOn
  /// The panel stays, and a notice says why the key has no effect.
  case refuse(Notice)
}

extension Panel {
  func takes(_ command: PanelCommand) -> Bool { true }
  func select(row: Int) -> Bool { false }
  func resize() {}
  func wereShown(rows: Int) {}
  func close() {}
}

/// A place the user can go to.
public nonisolated enum Destination: Hashable, Sendable {
  /// A channel, at one of its messages or at its last reading position.
  case channel(ChannelID, message: MessageID? = nil)
  /// A thread, at one of its replies or at its last reading position.
  case thread(DraftKey, reply: MessageID? = nil)
  /// The conversation with a user, which may not exist yet.
  case person(UserID)
}
