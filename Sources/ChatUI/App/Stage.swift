import ChatControllers
import ChatDomain

/// What panes and panels ask of the program around them.
protocol Stage: AnyObject {
  var client: ChatClient { get }
  var calendar: any WallCalendar { get }
  var files: any FileBrowser { get }
  var programs: any OtherPrograms { get }
  var keymap: Keymap { get }
  /// What was discarded in this run.
  var discarded: DiscardedDrafts { get }

  /// Something shown became different.
  func setNeedsFrame()
  func say(_ notice: Notice)
  func go(to place: Place)
  /// Lays a panel over the screen; the one that lies there goes.
  func show(_ panel: any Panel)
  /// Runs a command that was typed into the composer of this place.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey)
}
