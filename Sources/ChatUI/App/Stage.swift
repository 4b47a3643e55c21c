import ChatControllers
import ChatDomain

/// The program's services for panes and panels.
protocol Stage: AnyObject {
  var client: ChatClient { get }
  var calendar: any WallCalendar { get }
  var files: any FileBrowser { get }
  var programs: any OtherPrograms { get }
  var keymap: Keymap { get }

  /// Requests a frame because something visible changed.
  func setNeedsFrame()
  func say(_ notice: Notice)
  func go(to place: Place)
  /// Shows a panel over the screen, replacing the current one.
  func show(_ panel: any Panel)
  /// Runs a line that began with a slash in the composer of this place.
  func run(_ line: String, in key: DraftKey)
}
