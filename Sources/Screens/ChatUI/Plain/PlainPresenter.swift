import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// The state of line mode, whose changes are announced, and the input line.
struct PlainState {
  /// The current place, and the announcement on entering it.
  var place: DraftKey?
  var arrival = ""
  /// The message above the thread, as a sentence; empty in a channel, and while it is not known.
  var parent = ""
  var name = ""
  /// Whether the place that the user left has a draft.
  var leavesDraft = false
  var connection = ""
  /// The number of unread inbox items.
  var unreadInbox = 0
  var saving = ""
  var composer: ComposerState?
  /// Whom the typed names mention, in words. Unchanged while there is a popup.
  var typedNames = ""
  /// Who cannot read the next message, in words; empty if everyone can.
  var recipients = ""
  var popup: PopupState?
  var panel: PanelState?
  var selection: MessageID?
  /// The selected message and its position.
  var selected = ""
  var guide = ""
  /// The number of tours begun.
  var tourNumber = 0
  var fetching: String?
  var keys = Keys()
  var line = TypedLine()

  /// The bound keys that the sentences mention.
  struct Keys {
    var accept = ""
    var messages = ""
    var leaveTour = ""
  }
}

/// Builds the state of line mode.
struct PlainPresenter {
  let context: AppContext
  let navigator: Navigator
  let names: ConversationNames
  let status: StatusPresenter
  let downloads: Downloads
  let tour: TourGuide
  let sentences: MessageSentences
  let encryption: EncryptionCache
  private let blocks = MessageBlocks()

  func state(columns: Int, after previous: PlainState?) -> PlainState {
    let (client, keymap) = (context.client, context.keymap)
    var state = PlainState()
    state.leavesDraft = (previous?.place).map(client.hasDraftMessage) ?? false
    state.connection = status.connectionWords.spoken
    state.unreadInbox = status.unreadInbox()
    let saving = status.saving
    state.saving = saving.tone == .quiet ? "" : saving.text
    state.panel = navigator.panels.panel?.state
    state.fetching = downloads.progress.last?.file.name
    state.keys.accept = context.key(of: .popup(.accept))
    state.keys.leaveTour = "/\(SlashCommand.tour.name) off"
    let isOwn = navigator.focused?.selected.map { $0.author.id == client.currentUser.id } ?? true
    let edit: [(command: Command, meaning: String)] = isOwn ? [(.message(.edit), "edit")] : []
    state.keys.messages = keymap.hint(
      [(.message(.reply), "reply"), (.message(.thread), "thread")] + edit + [(.message(.leave), "back")])
    let prompt = prompt(state.panel, columns)
    let width = max(8, columns - prompt.width - 1)
    // Lines have no colours, so mentions are marked by signs.
    for conversation in navigator.open {
      if let isEncrypted = navigator.encryption(of: conversation.key.channelId) {
        conversation.composer.sender.encryption.isShown = isEncrypted
      }
      conversation.fit(
        messages: Size(columns: 80, rows: 24), composer: Size(columns: width, rows: 10),
        layout: MessageLayout(), showsSigns: true, reusing: blocks)
    }
    if let focused = navigator.focused {
      state.place = focused.key
      state.guide = tour.instruction
      state.tourNumber = tour.number
      let parent = parent(of: focused)
      let channel = DraftKey(channelId: focused.key.channelId)
      state.parent = parent.map { sentences.sentence(of: $0, heardIn: channel) } ?? ""
      state.name = name(of: focused.key, under: parent)
      state.arrival = arrival(in: focused, under: state.parent)
      state.composer = focused.composer.state()
      state.popup = state.panel == nil ? spoken(focused.composer.completion.popup) : nil
      state.typedNames = (state.popup == nil ? state.composer?.telling?.text : previous?.typedNames) ?? ""
      if navigator.isEncrypted(channel.channelId) {
        state.recipients = encryption.warning(in: channel.channelId)?.words ?? ""
      }
      state.selection = focused.selection
      if let message = focused.selected { state.selected = sentence(of: message, at: focused) }
    }
    state.line = line(prompt, width, state)
    return state
  }

  /// The popup, unless it only explains the command that is being typed: such a line would read like the command's output.
  private func spoken(_ popup: CompletionPopup?) -> PopupState? {
    if case .argument? = popup?.trigger.subject { return nil }
    return popup?.state
  }

  /// The prompt, which says what typing does: write to a place, change a message or search; or that it has no effect.
  private func prompt(_ panel: PanelState?, _ columns: Int) -> ScreenText {
    switch panel {
    case .question: return "answer> "
    case .picture: return "picture> "
    case .list(let list): return list.query == nil ? "list> " : "find> "
    case nil: break
    }
    guard let focused = navigator.focused else { return "> " }
    if focused.selection != nil { return "message> " }
    if focused.composer.draft.editedMessage != nil { return "edit> " }
    return prompt(of: focused.key, columns)
  }

  /// The prompt names the place where that leaves enough room for the text: "#general> ", "#general/thread> ".
  private func prompt(of key: DraftKey, _ columns: Int) -> ScreenText {
    let end: ScreenText = key.parentId == nil ? "> " : "/thread> "
    let room = min(Self.longestPrompt, columns / 4) - end.width
    guard key.channelId != .nowhere, room >= 6 else { return key.parentId == nil ? "> " : "thread> " }
    let name = StyledText(ScreenText(names.name(of: key.channelId), limit: 64)).truncated(to: room)
    return ScreenText(glyphs: name.glyphs + end.glyphs)
  }

  private static let longestPrompt = 20

  private func line(_ prompt: ScreenText, _ width: Int, _ state: PlainState) -> TypedLine {
    var text = ""
    var caret = 0
    switch state.panel {
    case .list(let list):
      text = list.query ?? ""
      caret = text.prefix(list.queryCaret).utf8.count
    case .question, .picture: break
    case nil where state.selection == nil:
      text = state.composer?.text ?? ""
      caret = state.composer?.caret ?? 0
    case nil: break
    }
    let layout = ComposerLayout(text: text, width: width)
    let position = layout.position(of: caret)
    return TypedLine(
      prompt: prompt, words: layout.words(ofRow: position.row), caret: position.column, row: position.row)
  }

  /// The message above a thread, also before the thread has loaded it.
  private func parent(of conversation: Conversation) -> Message? {
    guard let id = conversation.key.parentId else { return nil }
    return conversation.parent ?? navigator.channel?.source.timeline[id]
      ?? names.threads.row(for: id, in: conversation.key.channelId)?.parent
  }

  /// "#general", or "#general ↳ Could someone look…".
  private func name(of key: DraftKey, under parent: Message?) -> String {
    guard let parent else { return names.name(of: key) }
    let words = Excerpt.beginning(of: parent.shown(to: context.client.currentUser.id), limit: 40)
    return "\(names.name(of: key.channelId)) ↳ \(words)"
  }

  /// The announcement on entering a place: its name, its unread messages, its draft.
  ///
  /// - Parameter parent: the message above the thread, as a sentence.
  private func arrival(in conversation: Conversation, under parent: String) -> String {
    let key = conversation.key
    var parts: [String] = []
    if key.parentId != nil {
      parts.append("Thread in \(names.name(of: key.channelId))")
      if !parent.isEmpty { parts.append(parent) }
    } else {
      let row = names.channels.row(for: key.channelId)
      parts.append(names.name(of: key.channelId))
      if let topic = row?.channel.topic, !topic.isEmpty { parts.append(topic) }
      if key.isProspect { parts.append("a new conversation, created when you send") }
      if key.channelId == .nowhere { parts.append("to start: \(SlashCommand.waysIn)") }
      if row?.channel.successor != nil {
        parts.append("This channel was replaced, /\(SlashCommand.follow.name) goes to the new one")
      }
      if row?.channel.isServiceNotice == true { parts.append("Service notices") }
      if navigator.isEncrypted(key.channelId) {
        let obstacle = EncryptedChannel.obstacle(context.client.sendingRefusal(in: key.channelId))
        parts.append(obstacle.map { "Encrypted: \($0.words); \($0.way)" } ?? "Encrypted")
      }
      if let predecessor = row?.channel.predecessor {
        parts.append("It replaces \(names.name(of: predecessor))")
      }
      if let unread = row?.unreadCount, unread > 0 {
        parts.append("\(unread) unread, /read \(unread) reads them")
      }
    }
    let draft = conversation.composer.draft.text
    if !draft.isEmpty { parts.append("draft: \(draft)") }
    return parts.joined(separator: ". ")
  }

  /// The selected message and its position.
  private func sentence(of message: Message, at conversation: Conversation) -> String {
    let count = conversation.messages.count
    let place = conversation.source.timeline.index(of: message.id).map { ", \($0 + 1) of \(count)" } ?? ""
    return sentences.sentence(of: message, heardIn: conversation.key) + place
  }
}
