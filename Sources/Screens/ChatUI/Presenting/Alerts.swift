import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Alerts the user to events they did not cause, with a bell, a desktop notification or a notice.
final class Alerts {
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  /// The account hold that was last announced.
  private var hold: AccountHold?
  /// The latest messages that came without their key, and how the user was alerted to them.
  private var withoutKey: [(id: MessageID, calls: Calls)] = []

  /// How the user was alerted to a message.
  private struct Calls {
    var rings = false
    var notifies = false
  }

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar
  ) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
  }

  func handle(_ notice: ClientNotice) {
    switch notice {
    case .event(.messageCreated(let message)):
      let calls = alert(about: message)
      if message.isUnreadable, let calls { withoutKey = withoutKey.suffix(99) + [(message.id, calls)] }
    case .event(.messageUpdated(let message)):
      // Whether a message mentions the user is known only once its text can be read.
      guard !message.isUnreadable, let place = withoutKey.firstIndex(where: { $0.id == message.id }) else {
        return
      }
      alert(about: message, after: withoutKey.remove(at: place).calls)
    case .connection(.signedOut):
      // Line mode announces this as the state of the connection.
      if !context.isLineMode { context.say(.failure(ConnectionWords.signedOut)) }
    case .condition(let condition):
      defer { hold = condition.hold }
      guard let new = condition.hold, new != hold, !context.isLineMode else { return }
      context.say(.failure(ConnectionWords.held(new)))
    case .takenOver(let differing): sayProfileIsTakenOver(differing)
    case .draft(let change): sayWhereWordsAre(after: change)
    default: break
    }
  }

  /// Says what another device did to a draft, and where text that is no longer in the draft is kept.
  private func sayWhereWordsAre(after change: DraftChange) {
    let isOpen = navigator.open.contains { $0.key == change.key }
    let place = isOpen ? "" : " in \(sidebar.names.name(of: change.key))"
    let key = context.key(of: .global(.draftHistory)) + (isOpen ? "" : " there")
    switch change.cause {
    case .merged(let conflicts) where conflicts > 0:
      context.say(.alsoChangedElsewhere(place, restoredBy: key))
    case .replaced(let wereOwn):
      let isGone = !context.client.hasDraftMessage(for: change.key)
      // Sending or clearing text on the device where it was written needs no warning.
      guard wereOwn || isOpen && !isGone else { return }
      context.say(
        isGone
          ? .goneElsewhere(place, restoredBy: key)
          : .changedElsewhere(place, isOwn: wereOwn, restoredBy: key))
    case .merged, .edited, .deleted, .editLost: break
    }
  }

  /// Rings the bell and notifies the desktop if a message calls for the user's attention and the terminal is not
  /// focused. A terminal in line mode does not report its focus.
  ///
  /// - Parameter before: how the user was already alerted, when the message could not be read.
  /// - Returns: how the user has been alerted; nil if the message calls for no alert, even once it can be read.
  @discardableResult
  private func alert(about message: Message, after before: Calls = Calls()) -> Calls? {
    guard !context.input.isTerminalFocused || context.isLineMode else { return nil }
    let me = context.client.currentUser.id
    guard message.author.id != me, message.kind == .regular else { return nil }
    let row = sidebar.channelList.row(for: message.channelId)
    let isMentioned = message.mentions(me)
    switch row?.preferences.notifications {
    case .nothing: return nil
    case .mentions where !isMentioned: return before
    case .all, .mentions, nil: break
    }
    let isDirect = row?.channel.type == .direct
    let isMeant = isDirect || isMentioned
    let isWanted = { (calls: Settings.Calls) in
      switch calls {
      case .never: false
      case .direct: isDirect
      case .mentions: isMeant
      case .all: true
      }
    }
    let calls = Calls(rings: isWanted(context.settings.bell), notifies: isWanted(context.settings.desktop))
    if calls.rings, !before.rings { context.terminal.perform(.ring) }
    if calls.notifies, !before.notifies {
      let name = message.author.displayName
      let text = message.placeholder ?? message.shown(to: me).elements.words(by: name)
      let head = message.placeholder == nil && message.elements.isAction ? "" : "\(name): "
      context.terminal.perform(.notify(ScreenText("\(head)\(text)", limit: 160)))
    }
    return calls
  }

  /// Says where to find the text of the Inkwell that used the profile before.
  private func sayProfileIsTakenOver(_ differing: [DraftKey]) {
    guard let first = differing.first else { return context.say(.savingAgain) }
    let place = differing.count == 1 ? sidebar.names.name(of: first) : "\(differing.count) places"
    let key = context.key(of: .global(.draftHistory))
    context.say(.savingAgain(differingIn: place, restoredBy: key))
  }
}
