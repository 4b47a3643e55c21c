import ChatControllers
import ChatDomain
import ChatScreens

@testable import ChatUI

/// The parts that scenarios look at.
extension App {
  var channel: Conversation? { workspace.navigator.channel }
  var thread: Conversation? { workspace.navigator.thread }
  var focused: Conversation? { workspace.navigator.focused }
  var panel: (any Panel)? { workspace.navigator.panels.panel }
  var sidebar: ChannelSidebar { workspace.sidebar }
  var settings: Settings {
    get { workspace.services.settings }
    set { workspace.services.settings = newValue }
  }
  var notice: Notice? { workspace.services.notices.current }
  var killRing: KillRing { workspace.killRing }
  var tour: Tour? { workspace.tour.tour }

  func go(to destination: Destination) { workspace.navigator.go(to: destination) }
}
