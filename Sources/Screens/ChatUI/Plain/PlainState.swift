import ChatDomain
import ChatScreens
import TerminalScreen

/// The state whose changes are announced in line mode, and the input line.
struct PlainState {
  /// The current place, and the announcement on entering it.
  var place: DraftKey?
  var arrival = ""
  var name = ""
  /// Whether there is a draft in the place the user has left.
  var leavesDraft = false
  var connection = ""
  /// How much of what concerns the user is unread.
  var unreadInbox = 0
  var saving = ""
  var composer: ComposerState?
  var popup: PopupState?
  var panel: PanelState?
  var selection: MessageID?
  /// The selected message and its position.
  var selected = ""
  var guide = ""
  var fetching: String?
  var keys = Keys()
  var line = TypedLine()

  /// The keys mentioned in sentences, as they are bound.
  struct Keys {
    var accept = ""
    var messages = ""
    var leaveTour = ""
  }
}
