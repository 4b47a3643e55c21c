import ChatDomain
import ChatScreens
import DraftEngine

extension Scene {
  static func openThread(_ state: inout ScreenState) {
    var thread = ThreadPaneState()
    thread.title = "Thread · #general"
    if case .message(let row) = items[1] { thread.parent = row.wrappedValue }
    thread.timeline.items = [
      message("r1", ben, "09:20", "which browser is it?"),
      message("r2", ana, "09:22", "Firefox, but only after a restart of the server"),
      message("r3", ben, "09:31", "then it is the session store") {
        $0.message.editedAt = Timestamp(seconds: 9)
      },
    ]
    thread.composer.destination = "thread in #general"
    thread.composer.isShownInChannel = false
    thread.composer.typing = "Ana is typing…"
    set(&thread.composer, "I think the token is too old, ask [Alex](user)")
    state.thread = thread
    state.focus = .thread
  }

  static var busyDay: [TimelineItem] {
    [
      .loading("older messages…"),
      .day("Thu 19 Nov"),
      message("s1", ana, "17:02", "Ben joined the channel") { $0.message.kind = .system },
      message(
        "b1", ben, "17:05", "hello everybody, glad to be here; where do I find the notes of the last meeting?"
      ) {
        $0.isPinned = true
        $0.message.editedAt = Timestamp(seconds: 1)
        $0.message.reactions = [
          Reaction(name: "👍", users: ["ana", "alex"]), Reaction(name: "🎉", users: ["me"]),
        ]
      },
      message("b2", ben, "17:05", "and the door code?") { $0.isGrouped = true },
      .day("Fri 20 Nov"),
      message("b3", alex, "08:41", "") {
        $0.message.files = [
          FileAttachment(
            id: "f1", name: "minutes of the meeting.pdf", mimeType: "application/pdf", size: 1_234_567),
          FileAttachment(id: "f2", name: "door.png", mimeType: "image/png", size: 999),
        ]
      },
      message("b4", alex, "08:42", "never mind") { $0.message.deletedAt = Timestamp(seconds: 2) },
      .unreadMark,
      message(
        "b5", ana, "09:00",
        [
          .link(text: "@Kim", target: .user(userId: "me")),
          .plainText(text: " please look at "),
          .link(text: "#offtopic", target: .channel(channelId: "offtopic")),
        ]
      ) {
        $0.mentionsReader = true
        $0.thread = .init(replyCount: 1, lastAuthor: "Alex Dunn", lastTime: "09:01")
      },
      message("b6", me, "09:03", "here they are") {
        $0.message.localState = .sending
        $0.uploads = [
          UploadLine(name: "a photo with quite a long name indeed.jpeg", size: 2_400_000, percent: 64),
          UploadLine(name: "notes.txt", size: 1_200, failure: "too large for this channel"),
        ]
        $0.thread = .init(replyCount: 0, hasDraft: true)
      },
    ]
  }

  /// A cosy timeline with its blank lines.
  static func makeCosy(_ timeline: inout TimelineState) {
    timeline.layout.density = .cosy
    var items: [TimelineItem] = []
    for item in timeline.items {
      let isBelowMessage = if case .message = items.last { true } else { false }
      let isGrouped = if case .message(let row) = item { row.wrappedValue.isGrouped } else { false }
      if isBelowMessage, !isGrouped { items.append(.gap) }
      items.append(item)
    }
    timeline.items = items
  }

  static var hostile: [TimelineItem] {
    [
      message("h1", ana, "10:00", "red \u{1B}[31malert\u{1B}[0m and \u{7}bell, \u{9B}2J"),
      message("h2", ben, "10:01", "abc \u{202E}gnirts\u{202C} def \u{2066}x\u{2069}"),
      message("h3", alex, "10:02", "z" + String(repeating: "\u{301}", count: 10_000) + " zalgo"),
      message(
        "h4", User(id: "x", name: String(repeating: "very long name ", count: 400)), "10:03",
        "tab\there\rand\u{0}nul"),
      message("h5", ana, "10:04", "zero\u{200B}width\u{FEFF} and שלום مرحبا in order"),
    ]
  }

  static func speakWide(_ state: inout ScreenState) {
    state.header.title = "#日本語チャンネル"
    state.header.topic = "全員のための部屋 — 何でも話してください"
    state.sidebar.channels[0].name = "日本語チャンネル"
    state.sidebar.channels[1].name = "crème-brûlée-et-cetera-et-cetera"
    state.sidebar.directs[0].name = "山田太郎 🇯🇵"
    state.timeline.items = [
      message(
        "w1", User(id: "yamada", name: "山田太郎さん"), "12:00", "今日は天気がいいから散歩しましょう。会議は午後三時からですので、忘れないでください。"),
      message("w2", User(id: "eloise", name: "E\u{301}loi\u{308}se"), "12:01", "cafe\u{301} 👨‍👩‍👧‍👦 👍🏽 🇩🇪 done"),
      message("w3", User(id: "han", name: "한국어"), "12:02", "안녕하세요 여러분 mixed with English and 漢字"),
    ]
    set(&state.composer, "これは長い下書きです。[山田太郎](user)さんに送ります。")
    state.composer.destination = "#日本語チャンネル"
  }
}
