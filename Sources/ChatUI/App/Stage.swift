import ChatControllers
import ChatDomain

/// The program's services for panes and panels.
protocol Stage: AnyObject {
  var client: ChatClient { get }
  var calendar: any WallCalendar { get }
  var files: any FileBrowser { get }
  var programs: any OtherPrograms { get }
  var keymap: Keymap { get }
  var settings: Settings { get }
  /// Whether there is no screen, and what it would show is told in lines.
  var tellsInLines: Bool { get }
  /// The drafts discarded in this run.
  var discarded: DiscardedDrafts { get }

  /// Requests a frame because something visible changed.
  func setNeedsFrame()
  func say(_ notice: Notice)
  func go(to place: Place)
  /// Shows a panel over the screen, replacing the current one.
  func show(_ panel: any Panel)
  /// Takes a panel off the screen, if it is still there.
  func dismiss(_ panel: any Panel)
  /// Runs a command typed into the composer of this place.
  func run(_ command: SlashCommand, _ argument: String, in key: DraftKey)
}

extension Stage {
  var tellsInLines: Bool { false }
}
