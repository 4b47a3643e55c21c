import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen
import TestSupport

/// Random states, including some that no presenter would make.
enum RandomState {
  private static let words = [
    "hello", "a", "  ", "漢字", "e\u{301}", "\u{1B}[31m", "\u{202E}", "👨‍👩‍👧", "🇩🇪", "\n", "\r\n", "\t", "", "안녕",
    "supercalifragilistic", "https://a.b/c", "(www.c.d)", "HTTP://é.f",
    "**b**", "*", "`c`", "||d||", "~~", "> q\n", "- i\n", "3. n\n", "[l](https://a.b)", "\\_",
    "\n```swift\n@main let T = f(\"s\\n\", 1) // c\n```\n",
    "\u{200B}", "\u{301}", "✎", "한", "\u{7}", "z\u{301}\u{302}\u{303}\u{304}\u{305}\u{306}", "\u{2028}",
  ]

  static func text(_ random: inout SeededGenerator, most: Int = 12) -> String {
    (0..<random.below(most)).map { _ in random.one(of: words) }.joined(
      separator: random.percent(50) ? " " : "")
  }

  /// Changes one part of the screen, as most frames do.
  static func changePart(of state: inout ScreenState, _ random: inout SeededGenerator) {
    switch random.below(24) {
    case 0: state.timeline = timeline(&random)
    case 1: scroll(&state.timeline, &random)
    case 2: state.composer = composer(&random)
    case 3: state.sidebar = sidebar(&random)
    case 4: state.header.title = text(&random)
    case 5: state.thread?.timeline = timeline(&random)
    case 6, 7, 8:
      type(into: &state.composer, &random)
      previewDraft(of: state.composer, in: &state.sidebar, &random)
    case 9:
      guard var thread = state.thread else { return }
      type(into: &thread.composer, &random)
      state.thread = thread
    case 10: state.composer.typing = random.percent(50) ? text(&random) : nil
    case 11: state.composer.telling = .init(text: text(&random), tone: random.percent(50) ? .warning : .good)
    case 12: state.sidebar.draftCount = random.below(3)
    case 13, 14: state.popup = random.percent(70) ? popup(&random) : nil
    case 15: state.panel = random.percent(60) ? panel(&random) : nil
    case 16: state.focus = random.percent(50) ? .channel : .thread
    case 17 where random.percent(30): state.theme = theme(&random)
    case 18 where random.percent(30):
      state.size = Size(columns: random.within(15...130), rows: random.within(4...40))
    case 19 where random.percent(30): state.thread = state.thread == nil ? thread(&random) : nil
    case 21: state.timeline.layout = layout(&random)
    case 22: state.sidebar.heading = random.percent(60) ? text(&random) : nil
    case 20:
      // As presented again without a change.
      state.sidebar.draftCount += 0
      state.composer.caret += 0
    default: state.status.hint = text(&random)
    }
  }

  /// Scrolls, removes or adds messages at the end, or marks the last one.
  private static func scroll(_ timeline: inout TimelineState, _ random: inout SeededGenerator) {
    timeline.hiddenLines = random.below(6)
    if random.percent(40) { timeline.items = timeline.items.dropLast(random.below(3)) }
    if random.percent(30) { timeline.items += RandomState.timeline(&random).items.prefix(2) }
    guard random.percent(40), case .message(let row)? = timeline.items.last else { return }
    timeline.selection = random.percent(60) ? row.wrappedValue.message.id : nil
    timeline.found = random.percent(30) ? row.wrappedValue.message.id : nil
  }

  /// Types or deletes text, as a key does.
  private static func type(into composer: inout ComposerState, _ random: inout SeededGenerator) {
    composer.mentions = []
    composer.misspelled = []
    composer.selection = nil
    if random.percent(20) {
      composer.text = String(composer.text.prefix(random.below(40)))
    } else {
      composer.text += random.percent(25) ? "\n" : text(&random, most: 2)
    }
    composer.caret = composer.text.utf8.count
    composer.firstRow = random.percent(80) ? 0 : random.below(12)
  }

  /// Updates the draft preview in the channel's row.
  private static func previewDraft(
    of composer: ComposerState, in sidebar: inout SidebarState, _ random: inout SeededGenerator
  ) {
    guard !sidebar.channels.isEmpty else { return }
    let index = random.below(sidebar.channels.count)
    sidebar.channels[index].preview = .draft(String(composer.text.prefix(120)))
  }

  static func make(_ size: Size, _ random: inout SeededGenerator) -> ScreenState {
    var state = ScreenState(size: size)
    state.theme = theme(&random)
    state.sidebar = sidebar(&random)
    state.header.title = text(&random)
    state.header.topic = random.percent(50) ? text(&random) : nil
    state.header.presence = random.percent(30) ? text(&random) : nil
    state.header.pinnedCount = random.below(3)
    state.header.memberCount = random.below(2_000)
    state.timeline = timeline(&random)
    state.composer = composer(&random)
    state.focus = random.percent(50) ? .channel : .thread
    if random.percent(40) { state.thread = thread(&random) }
    if random.percent(30) { state.popup = popup(&random) }
    if random.percent(25) { state.panel = panel(&random) }
    state.status.connection = part(&random)
    state.status.saving = part(&random)
    state.status.mode = random.percent(30) ? text(&random, most: 3) : nil
    state.status.notice = random.percent(30) ? part(&random) : nil
    state.status.hint = text(&random)
    state.status.guide = random.percent(30) ? text(&random) : ""
    state.status.demo = random.percent(30) ? "demo" : ""
    return state
  }

  private static func theme(_ random: inout SeededGenerator) -> Theme {
    random.one(of: [Theme.dark, .light, .unknown, .monochrome, .highContrast, .highContrastOnLight])
  }

  private static func thread(_ random: inout SeededGenerator) -> ThreadPaneState {
    var thread = ThreadPaneState()
    thread.title = text(&random)
    thread.parent = random.percent(70) ? row(&random) : nil
    thread.timeline = timeline(&random)
    thread.composer = composer(&random)
    return thread
  }

  private static func popup(_ random: inout SeededGenerator) -> PopupState {
    var popup = PopupState()
    popup.title = text(&random, most: 3)
    popup.rows = (0..<random.below(12)).map { _ in
      PopupRow(label: text(&random), detail: text(&random, most: 3))
    }
    popup.selection = random.within(-1...13)
    popup.isChosen = random.percent(50)
    popup.note = random.percent(30) ? text(&random) : nil
    popup.anchor = random.below(40)
    return popup
  }

  private static func part(_ random: inout SeededGenerator) -> StatusState.Part {
    .init(text(&random), random.one(of: [.quiet, .good, .warning, .error]))
  }

  private static func panel(_ random: inout SeededGenerator) -> PanelState {
    if random.percent(40) {
      return .question(
        QuestionState(
          title: text(&random), text: text(&random, most: 60),
          answers: (0..<random.below(5)).map { _ in
            .init(key: text(&random, most: 2), meaning: text(&random, most: 4))
          }))
    }
    var list = ListPanelState()
    list.title = text(&random)
    list.query = random.percent(60) ? text(&random, most: 30) : nil
    list.queryCaret = random.within(-2...30)
    list.rows = (0..<random.below(40)).map { _ in
      var row = PanelRow(
        text(&random), kind: random.percent(20) ? .heading : .item,
        detail: random.percent(40) ? text(&random) : "",
        trailing: text(&random, most: 3))
      if random.percent(20) { row.matches = [0..<random.within(1...4), 5..<random.within(6...20)] }
      return row
    }
    list.selection = random.within(-3...45)
    list.note = text(&random)
    list.hint = text(&random)
    return .list(list)
  }

  private static func preview(_ random: inout SeededGenerator) -> ChannelRow.Preview {
    random.one(of: [
      .typing(["Ana"]), .typing([]), .draft(text(&random)),
      .message(author: text(&random, most: 2), text: text(&random)),
      .failed(text(&random)), .empty,
    ])
  }

  private static func sidebar(_ random: inout SeededGenerator) -> SidebarState {
    var sidebar = SidebarState()
    func rows(_ type: ChannelType, _ random: inout SeededGenerator) -> [ChannelRow] {
      (0..<random.below(9)).map {
        var row = ChannelRow(id: ChannelID("c\($0)"), name: text(&random), type: type)
        row.unreadCount = random.below(3) * 700
        row.mentionCount = random.below(2)
        row.time = random.percent(50) ? "09:40" : text(&random, most: 3)
        row.preview = preview(&random)
        row.isOpen = random.percent(20)
        row.number = random.percent(50) ? random.within(1...9) : nil
        row.isFavourite = random.percent(20)
        row.notifications = random.one(of: NotificationLevel.allCases)
        row.isMarkedUnread = random.percent(20)
        row.isPresent = random.percent(50)
        return row
      }
    }
    sidebar.channels = rows(.public, &random)
    sidebar.directs = rows(.direct, &random)
    sidebar.spaces = (0..<random.below(4)).map { number in
      SpaceRows(
        id: ChannelID("s\(number)"), name: text(&random),
        rows: rows(.group, &random).map { row in
          var row = row
          row.id = ChannelID("s\(number) \(row.id)")
          return row
        })
    }
    sidebar.threads = (0..<random.below(6)).map {
      var row = ThreadRow(key: DraftKey(channelId: "c", parentId: MessageID("p\($0)")), title: text(&random))
      row.preview = preview(&random)
      row.unreadReplies = random.below(3)
      return row
    }
    sidebar.draftCount = random.below(3)
    for section in sidebar.sections {
      if random.percent(20) { sidebar.folded.insert(section) }
      if random.percent(30) {
        sidebar.beyond[section] = RowsBeyond(
          count: random.below(400), news: ChannelNews(notifications: random.below(2) * 30))
      }
    }
    sidebar.isHidden = random.percent(10)
    return sidebar
  }

  private static func elements(_ random: inout SeededGenerator) -> [MessageElement] {
    (0..<random.below(4)).map { _ in
      let words = text(&random, most: 30)
      return random.one(of: [
        .plainText(text: words), .link(text: words, target: .user(userId: "ana")),
        .link(text: words, target: .url(url: random.one(of: ["https://a.example", "x\u{1B}"]))),
        .link(text: words, target: .channel(channelId: "c")),
      ])
    }
  }

  private static func row(_ random: inout SeededGenerator) -> MessageRow {
    let author = User(id: "a", name: random.percent(80) ? text(&random, most: 4) : nil)
    var message = Message(
      id: MessageID("m\(random.below(30))"), channelId: "c", kind: random.percent(10) ? .system : .regular,
      author: author,
      elements: elements(&random), createdAt: Timestamp(seconds: 0))
    if random.percent(20) {
      message.quoted = QuotedMessage(id: "q", channelId: "c", author: author, elements: elements(&random))
    }
    if random.percent(10) { message.deletedAt = Timestamp(seconds: 1) }
    if random.percent(20) { message.editedAt = Timestamp(seconds: 1) }
    message.localState = random.percent(30) ? random.one(of: LocalMessageState.allCases) : nil
    if random.percent(10) { message.reactions = [Reaction(name: text(&random), users: ["a"])] }
    if random.percent(10) {
      message.files = [
        FileAttachment(id: "f", name: text(&random), mimeType: "", size: random.below(1 << 40))
      ]
    }
    let time = random.one(of: ["09:12", "09:13", "59 min", "", text(&random)])
    var row = MessageRow(message: message, time: time)
    row.isGrouped = random.percent(30)
    row.isOwn = random.percent(30)
    row.mentionsReader = random.percent(20)
    row.isPinned = random.percent(10)
    row.failure = random.percent(10) ? text(&random) : nil
    row.uploads = uploads(&random)
    if !message.files.isEmpty, random.percent(60) { row.pictures = [picture(&random)] }
    if random.percent(20) {
      row.thread = .init(replyCount: random.below(4), lastAuthor: text(&random), hasDraft: random.percent(50))
    }
    return row
  }

  private static func picture(_ random: inout SeededGenerator) -> PictureState? {
    guard random.percent(80) else { return nil }
    var state = PictureState()
    if random.percent(50) {
      state.size = PictureSize(width: random.within(1...400), height: random.within(1...400))
    }
    let (width, height) = (random.within(1...60), random.within(1...60))
    if random.percent(60) {
      state.picture = Picture(
        width: width, height: height,
        bytes: (0..<width * height * 4).map { _ in UInt8(random.below(256)) })
    } else if random.percent(30) {
      state.failure = text(&random)
    }
    return state
  }

  private static func uploads(_ random: inout SeededGenerator) -> [UploadLine] {
    guard random.percent(15) else { return [] }
    return (0..<random.below(7)).map { _ in
      UploadLine(
        name: text(&random), size: random.percent(80) ? random.within(-1...(1 << 50)) : nil,
        percent: random.percent(50) ? random.within(-5...120) : nil,
        failure: random.percent(20) ? text(&random) : nil)
    }
  }

  private static func timeline(_ random: inout SeededGenerator) -> TimelineState {
    var timeline = TimelineState()
    timeline.layout = layout(&random)
    timeline.items = (0..<random.below(30)).map { _ in
      switch random.below(12) {
      case 0: .day(text(&random))
      case 1: .unreadMark
      case 2: .loading(text(&random))
      case 3: .gap
      default: .message(Shared(wrappedValue: row(&random)))
      }
    }
    timeline.hiddenLines = random.percent(50) ? 0 : random.within(-3...60)
    timeline.selection = random.percent(30) ? MessageID("m\(random.below(30))") : nil
    timeline.newBelow = random.percent(20) ? random.below(500) : 0
    timeline.placeholder = random.percent(50) ? text(&random) : nil
    return timeline
  }

  private static func layout(_ random: inout SeededGenerator) -> MessageLayout {
    var layout = MessageLayout()
    layout.density = random.percent(50) ? .compact : .cosy
    layout.nameWidth = random.percent(50) ? random.within(4...40) : nil
    layout.timeWidth = random.within(5...7)
    return layout
  }

  private static func composer(_ random: inout SeededGenerator) -> ComposerState {
    var composer = ComposerState()
    composer.destination = text(&random)
    composer.text = text(&random, most: random.percent(30) ? 200 : 12)
    let characters = Array(composer.text)
    func place(_ random: inout SeededGenerator) -> Int {
      String(characters[..<random.below(characters.count + 1)]).utf8.count
    }
    composer.caret = place(&random)
    let ends = [place(&random), place(&random)].sorted()
    if random.percent(30) { composer.selection = ends[0]..<ends[1] }
    if random.percent(50), ends[0] < ends[1] {
      composer.mentions = [MentionSpan(ends[0]..<ends[1], .user(userId: "ana"))]
    }
    if random.percent(20), ends[0] < ends[1] { composer.misspelled = [ends[0]..<ends[1]] }
    composer.firstRow = random.within(-2...30)
    composer.quote = random.percent(20) ? .init(author: text(&random), text: text(&random)) : nil
    composer.editing = random.percent(10) ? text(&random) : nil
    composer.leftEdit = random.percent(10) ? text(&random) : nil
    composer.files = uploads(&random)
    composer.isShownInChannel = random.percent(20) ? random.percent(50) : nil
    composer.typing = random.percent(40) ? text(&random) : nil
    composer.placeholder = text(&random)
    composer.preview = random.percent(20) ? text(&random) : nil
    return composer
  }
}
