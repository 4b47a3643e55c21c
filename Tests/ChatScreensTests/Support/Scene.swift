import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// A realistic screen, which the cases modify.
enum Scene {
  static let ana = User(id: "ana", name: "Ana")
  static let ben = User(id: "ben", name: "Ben")
  static let alex = User(id: "alex", name: "Alex Dunn")
  static let me = User(id: "me", name: "Kim")

  static func state(_ size: Size, _ change: (inout ScreenState) -> Void = { _ in }) -> ScreenState {
    var state = ScreenState(size: size)
    state.sidebar = sidebar
    state.header.title = "#general"
    state.header.topic = "Team-wide chat"
    state.header.pinnedCount = 3
    state.header.memberCount = 12
    state.timeline.items = items
    state.composer = composer
    state.status.connection = .init("online", .good)
    state.status.saving = .init("drafts saved")
    state.status.hint = "M-Enter newline"
    state.status.help = "F1 help"
    change(&state)
    return state
  }

  static var sidebar: SidebarState {
    var general = ChannelRow(id: "general", name: "general")
    general.unreadCount = 2
    general.mentionCount = 1
    general.preview = .draft("Hey, I sent Alex this link on the #offtopic channel")
    general.isOpen = true
    var offtopic = ChannelRow(id: "offtopic", name: "offtopic")
    offtopic.time = "09:40"
    offtopic.preview = .message(author: "Ben", text: "lunch at noon?")
    var direct = ChannelRow(id: "alex", name: "Alex Dunn", type: .direct)
    direct.preview = .typing(["Alex Dunn"])
    direct.isPresent = true
    var thread = ThreadRow(
      key: DraftKey(channelId: "general", parentId: "m1"), title: "Could someone look at the login flow?")
    thread.preview = .draft("I think the token is too old")
    var sidebar = SidebarState()
    sidebar.channels = [general, offtopic]
    sidebar.directs = [direct]
    sidebar.threads = [thread]
    sidebar.draftCount = 3
    return sidebar
  }

  static func message(
    _ id: MessageID, _ author: User, _ time: String, _ elements: [MessageElement],
    _ change: (inout MessageRow) -> Void = { _ in }
  ) -> TimelineItem {
    let message = Message(
      id: id, channelId: "general", author: author, elements: elements, createdAt: Timestamp(seconds: 0))
    var row = MessageRow(message: message, time: time)
    row.isOwn = author == me
    change(&row)
    if row.message.localState?.isFailed == true { row.retryKey = "R" }
    return .message(Shared(wrappedValue: row))
  }

  static func message(
    _ id: MessageID, _ author: User, _ time: String, _ text: String,
    _ change: (inout MessageRow) -> Void = { _ in }
  ) -> TimelineItem {
    message(id, author, time, [.plainText(text: text)], change)
  }

  static var items: [TimelineItem] {
    [
      .day("Fri 20 Nov"),
      message("m1", ana, "09:12", "Could someone look at the login flow?") {
        $0.thread = .init(replyCount: 3, lastAuthor: "Ben", lastTime: "09:31", hasDraft: true)
      },
      message(
        "m2", ben, "09:14",
        [
          .plainText(text: "on it, see "),
          .link(text: "login notes", target: .url(url: "https://notes.example/login")),
        ]
      ) {
        $0.message.quoted = QuotedMessage(
          id: "m1", channelId: "general", author: ana,
          elements: [.plainText(text: "Could someone look at the login flow?")])
      },
      message(
        "m3", me, "09:15",
        [.plainText(text: "thanks "), .link(text: "@Ben", target: .user(userId: "ben"))]
      ) { $0.message.localState = .sending },
      message("m4", me, "09:15", "and the logs?") { $0.message.localState = .sendingFailed },
    ]
  }

  static var composer: ComposerState {
    var composer = ComposerState()
    composer.destination = "#general"
    composer.typing = "Alex, Ben are typing…"
    set(&composer, "Hey, I sent [Alex](user) this [link](url) on the [#offtopic](channel) cha")
    return composer
  }

  /// A draft in a short notation: text in brackets is an element of the kind in parentheses. The caret is at the end.
  static func set(_ composer: inout ComposerState, _ notation: String) {
    var text = ""
    var mentions: [MentionSpan] = []
    var rest = Substring(notation)
    while let open = rest.firstIndex(of: "[") {
      text += rest[..<open]
      guard let close = rest[open...].firstIndex(of: "]"), let end = rest[close...].firstIndex(of: ")") else {
        break
      }
      let start = text.utf8.count
      text += rest[rest.index(after: open)..<close]
      let target: MentionTarget =
        switch rest[close..<end].dropFirst(2) {
        case "user": .user(userId: "alex")
        case "channel": .channel(channelId: "offtopic")
        default: .url(url: "https://example.org/a")
        }
      mentions.append(MentionSpan(start..<text.utf8.count, target))
      rest = rest[rest.index(after: end)...]
    }
    composer.text = text + rest
    composer.mentions = mentions
    composer.caret = composer.text.utf8.count
  }
}
