import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// The state of the program whose changes are announced in line mode, and the input line.
struct PlainState {
  /// The current place, and the announcement on entering it.
  var place: DraftKey?
  var arrival = ""
  var name = ""
  /// Whether there is a draft in the place the user has left.
  var leavesDraft = false
  var connection = ""
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

  /// - Parameter left: the place at the time of the previous state.
  init(of app: App, columns: Int, after left: DraftKey?) {
    leavesDraft = left.map { app.client.draftMessage(for: $0) != nil } ?? false
    connection = app.status.connection.text
    saving = app.status.saving.tone == .quiet ? "" : app.status.saving.text
    panel = app.panel?.state
    fetching = app.downloads.progress.last?.file.name
    keys.accept = app.keys(of: .popup(.accept))
    keys.leaveTour = app.keys(of: .global(.leaveTour))
    keys.messages = app.keymap.hint(
      (.message(.reply), "reply"), (.message(.thread), "thread"), (.message(.edit), "edit"),
      (.message(.leave), "back"))
    let prompt = prompt(of: app)
    let width = max(8, columns - prompt.count - 1)
    for conversation in [app.channel, app.thread].compactMap(\.self) {
      conversation.fit(
        messages: Size(columns: 80, rows: 24), composer: Size(columns: width, rows: 10))
    }
    if let focused = app.focused {
      place = focused.composer.key
      guide = app.guide
      name = app.placeNames.name(of: focused.composer.key)
      arrival = app.arrival(in: focused)
      composer = focused.composer.state
      popup = panel == nil ? focused.composer.popup : nil
      selection = focused.selection
      if let message = focused.selected { selected = app.sentence(of: message, at: focused) }
    }
    line = line(prompt, width)
  }

  /// The prompt, which says what typing does: write a message, a reply, an edit, a search; or that typing has no
  /// effect.
  private func prompt(of app: App) -> String {
    switch app.panel?.state {
    case .question: return "answer> "
    case .list(let list): return list.query == nil ? "list> " : "find> "
    case nil: break
    }
    guard let focused = app.focused else { return "> " }
    if focused.selection != nil { return "message> " }
    if focused.composer.draft.editedMessage != nil { return "edit> " }
    return focused.isThread ? "thread> " : "> "
  }

  private func line(_ prompt: String, _ width: Int) -> TypedLine {
    let prompt = ScreenText(prompt)
    var text = ""
    var caret = 0
    switch panel {
    case .list(let list):
      text = list.query ?? ""
      caret = text.prefix(list.queryCaret).utf8.count
    case .question: break
    case nil where selection == nil:
      text = composer?.text ?? ""
      caret = composer?.caret ?? 0
    case nil: break
    }
    let layout = ComposerLayout(text: text, width: width)
    let position = layout.position(of: caret)
    return TypedLine(
      prompt: prompt, words: layout.words(ofRow: position.row), caret: position.column, row: position.row)
  }
}

extension App {
  /// The announcement on entering a place: its name, its unread messages, its draft.
  fileprivate func arrival(in conversation: Conversation) -> String {
    let key = conversation.composer.key
    var parts: [String] = []
    if key.parentId != nil {
      parts.append("Thread in \(placeNames.name(of: key.channelId))")
      if let parent = conversation.parent { parts.append(sentence(of: parent, heardIn: key)) }
    } else {
      let row = sidebar.channelList.row(for: key.channelId)
      parts.append(placeNames.name(of: key.channelId))
      if let topic = row?.channel.topic, !topic.isEmpty { parts.append(topic) }
      if let unread = row?.unreadCount, unread > 0 {
        parts.append("\(unread) unread, /read \(unread) says them")
      }
    }
    let draft = conversation.composer.text
    if !draft.isEmpty { parts.append("draft: \(draft)") }
    return parts.joined(separator: ". ")
  }

  /// The selected message and its position.
  fileprivate func sentence(of message: Message, at conversation: Conversation) -> String {
    let count = conversation.messages.count
    let place = conversation.source.timeline.index(of: message.id).map { ", \($0 + 1) of \(count)" } ?? ""
    return sentence(of: message, heardIn: conversation.composer.key) + place
  }
}
