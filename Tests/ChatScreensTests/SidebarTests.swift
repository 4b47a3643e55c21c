import ChatDomain
import FormattedText
import TerminalRecording
import TerminalScreen
import TestSupport
import Testing

@testable import ChatScreens

@Suite("Sidebar")
struct SidebarTests {
  @Test(
    "Every kind of second line, counts and presence",
    arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 12)])
  func kinds(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.sidebar = Self.full }, "Sidebar/kinds")
  }

  static let sizes = [
    Size(columns: 80, rows: 24), Size(columns: 100, rows: 30), Size(columns: 40, rows: 12),
    Size(columns: 120, rows: 40),
  ]

  @Test("Too many channels: every section stays and counts its hidden rows", arguments: sizes)
  func long(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.sidebar = Self.long }, "Sidebar/long")
  }

  @Test("Folded sections keep their headings and the open channel", arguments: sizes)
  func folded(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.sidebar = Self.full
        $0.sidebar.channels = $0.sidebar.channels.filter(\.isOpen)
        $0.sidebar.threads = []
        $0.sidebar.folded = [.channels, .threads]
        $0.sidebar.beyond = [
          .channels: RowsBeyond(
            count: 4, news: ChannelNews(ReadPosition(unreadCount: 7, mentionCount: 2), .all)),
          .threads: RowsBeyond(count: 4),
        ]
      }, "Sidebar/folded")
  }

  @Test("Numbers, favourites and muted channels", arguments: [Size(columns: 80, rows: 24)])
  func preferences(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.sidebar = Self.full
        for index in 0..<5 { $0.sidebar.channels[index].number = index + 1 }
        $0.sidebar.channels[0].isFavourite = true
        $0.sidebar.channels[2].notifications = .nothing
        $0.sidebar.directs[0].isFavourite = true
      }, "Sidebar/preferences")
  }

  /// More channels than any screen has rows, with the eleventh open and an unread one at the end.
  static var long: SidebarState {
    var sidebar = full
    sidebar.channels = (1...30).map { number in
      var row = ChannelRow(id: ChannelID("c\(number)"), name: "room-\(number)")
      row.number = number < 10 ? number : nil
      row.isOpen = number == 11
      row.unreadCount = number == 30 ? 4 : 0
      row.preview = number.isMultiple(of: 4) ? .draft("words") : .message(author: "Ana", text: "hello")
      return row
    }
    sidebar.beyond = [.channels: RowsBeyond(count: 3)]
    return sidebar
  }

  @Test("Every section has its heading and a row, and the open channel is visible")
  func sections() throws {
    var random = SeededGenerator(seed: TestSeed.value)
    for number in 0..<600 {
      var sidebar = SidebarState()
      sidebar.channels = (0..<random.below(40)).map { ChannelRow(id: ChannelID("c\($0)"), name: "c\($0)") }
      sidebar.directs = (0..<random.below(20)).map {
        ChannelRow(id: ChannelID("d\($0)"), name: "d\($0)", type: .direct)
      }
      sidebar.threads = (0..<random.below(12)).map {
        ThreadRow(key: DraftKey(channelId: "c0", parentId: MessageID("\($0)")), title: "t\($0)")
      }
      sidebar.draftCount = random.below(3)
      let (open, isDirect) = (random.below(40), random.percent(40))
      if isDirect, sidebar.directs.indices.contains(open) { sidebar.directs[open].isOpen = true }
      if !isDirect, sidebar.channels.indices.contains(open) { sidebar.channels[open].isOpen = true }
      let rect = Rect(column: 0, row: 0, columns: 27, rows: random.within(8...60))
      let parts = SidebarParts(sidebar, in: rect).all
      func part(of section: SidebarSection) throws -> SidebarPart {
        try #require(parts.first { $0.section == section })
      }
      let name: Comment = "sidebar \(number) of seed \(TestSeed.value) in \(rect.rows) rows"
      let counts: [SidebarSection: Int] = [
        .channels: sidebar.channels.count, .directs: sidebar.directs.count, .threads: sidebar.threads.count,
      ]
      for section in SidebarSection.usual {
        let (part, count) = (try part(of: section), counts[section] ?? 0)
        #expect((part.headingRow != nil) == (count > 0 || section == .channels), name)
        #expect(part.shown.isEmpty == (count == 0), name)
        #expect(part.shown.count + part.hiddenCount == count, name)
        #expect(part.rest.isEmpty == (part.hiddenCount == 0) || part.entries.rows == 1, name)
        #expect(part.shown.lowerBound >= 0 && part.shown.upperBound <= count, name)
      }
      let shown = parts.reduce(0) { $0 + $1.entries.rows + $1.rest.rows + ($1.headingRow == nil ? 0 : 1) }
      let isComplete = parts.allSatisfy { $0.hiddenCount == 0 && $0.tall == $0.shown.count }
      let edge = rect.rows - 1 - (sidebar.draftCount > 0 ? 1 : 0)
      #expect(isComplete || shown == edge, name)
      if let open = sidebar.channels.firstIndex(where: \.isOpen) {
        #expect(try part(of: .channels).shown.contains(open), name)
      }
      if let open = sidebar.directs.firstIndex(where: \.isOpen) {
        #expect(try part(of: .directs).shown.contains(open), name)
      }
    }
  }

  @Test("Spaces have their own headings, and a folded one keeps it", arguments: sizes)
  func spaces(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.sidebar = Self.full
        let rows = $0.sidebar.channels
        $0.sidebar.channels = [rows[4]]
        $0.sidebar.threads = []
        $0.sidebar.spaces = [
          SpaceRows(id: "s1", name: "Hill Company", rows: Array(rows[1...2])),
          SpaceRows(id: "s2", name: "A space with quite a long name", rows: [rows[3]]),
          SpaceRows(id: "s3", name: "Folded"),
        ]
        $0.sidebar.folded = [.space("s3")]
        $0.sidebar.beyond = [.space("s3"): RowsBeyond(count: 3, news: ChannelNews(notifications: 4))]
      }, "Sidebar/spaces")
  }

  @Test("A preview has the message's styles and is truncated like other text")
  func looks() {
    let run = ShownText.Run(range: 3..<7, look: .bold, code: nil)
    let preview = PreviewWords(preview: .message(author: "", text: "so bold 漢", looks: [run]))
    let whole = preview.styled(.dark, columns: 40)
    #expect(whole.glyphs.map(\.text).joined() == "so bold 漢")
    #expect(
      whole.glyphs.indices.map { whole.style(at: $0).attributes.contains(.bold) ? "b" : "." }.joined()
        == "...bbbb..")
    #expect(preview.styled(.dark, columns: 4).glyphs.map(\.text).joined() == "so bo")
    let lines = PreviewWords(preview: .message(author: "", text: "a\r\nb", looks: [run])).styled(
      .dark, columns: 40)
    #expect(lines.glyphs.map(\.text).joined() == "a b")
  }

  @Test(
    "A sidebar shows as many columns of a draft as it reports", arguments: [60, 80, 140])
  func draftColumns(columns: Int) {
    let count = SidebarEntry.draftColumns(
      ofSidebar: ScreenLayout.sidebarColumns(of: Size(columns: columns, rows: 24)))
    func frame(_ length: Int) -> Frame {
      var row = ChannelRow(id: "general", name: "general")
      row.preview = .draft(String(repeating: "a", count: length))
      var sidebar = SidebarState()
      sidebar.channels = [row]
      var state = ScreenState(size: Size(columns: columns, rows: 24))
      state.sidebar = sidebar
      return Screen.frame(of: state)
    }
    #expect(frame(count - 1) != frame(count) && frame(count) != frame(count + 1))
    #expect(frame(count + 1) == frame(count + 100))
  }

  static var full: SidebarState {
    var sidebar = SidebarState()
    let previews: [ChannelRow.Preview] = [
      .typing(["Ana", "Ben"]), .draft("half a sen\ntence"),
      .message(author: "Ana", text: "see you tomorrow then"),
      .failed("and the logs?"), .empty,
    ]
    sidebar.channels = previews.enumerated().map { index, preview in
      var row = ChannelRow(
        id: ChannelID("c\(index)"),
        name: ["general", "random", "a-channel-with-a-long-name", "ops", "new"][index])
      row.preview = preview
      row.time = index == 4 ? "" : "0\(index):15"
      row.unreadCount = [0, 3, 1_234, 0, 0][index]
      row.mentionCount = index == 2 ? 2 : 0
      row.isOpen = index == 3
      return row
    }
    for (name, isPresent) in [("Alex Dunn", true), ("Ana", false)] {
      var row = ChannelRow(id: ChannelID(name), name: name, type: .direct)
      row.isPresent = isPresent
      row.time = "Fri"
      row.preview = .message(author: "you", text: "thanks!")
      sidebar.directs.append(row)
    }
    for index in 0..<4 {
      var row = ThreadRow(
        key: DraftKey(channelId: "c0", parentId: MessageID("p\(index)")),
        title: "the question number \(index) that somebody asked")
      row.unreadReplies = index
      row.time = "Thu"
      row.preview = index == 1 ? .draft("my answer") : .message(author: "Ben", text: "yes")
      sidebar.threads.append(row)
    }
    sidebar.draftCount = 2
    return sidebar
  }
}

@Suite("The last line")
struct StatusTests {
  private func line(_ columns: Int, _ change: (inout StatusState) -> Void) -> String {
    let state = Scene.state(Size(columns: columns, rows: 24)) {
      $0.status.hint = "M-Enter newline"
      $0.status.help = "F1 help"
      change(&$0.status)
    }
    let grid = Screen.frame(of: state).grid
    let row = grid.row(grid.size.rows - 1).filter { $0.width > 0 }.map(\.text).joined()
    let words = row.split(separator: "│").last.map(String.init) ?? row
    return words.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
  }

  @Test(
    "Items that do not fit are omitted whole, by importance; the help key stays at 80 columns",
    arguments: [
      (120, "online · 4 for you · drafts saved M-Enter newline · F1 help"),
      (80, "online · 4 for you · drafts saved F1 help"), (40, "online · 4 for you F1 help"),
      (33, "online · 4 for you F1 help"),
    ])
  func news(columns: Int, shown: String) {
    let line = line(columns) { $0.news = "4 for you" }
    #expect(line.hasSuffix(shown), "\(line)")
  }

  @Test("Next to a long state the number is whole or omitted", arguments: 20...80)
  func whole(columns: Int) {
    let line = line(columns) {
      $0.connection = .init("offline since 09:12, again in 8 s", .warning)
      $0.news = "4 for you"
    }
    #expect(line.contains("4 for you") == line.contains("4 f"), "\(line)")
    #expect(line.contains("drafts saved") == line.contains("drafts"), "\(line)")
    #expect(line.contains("F1 help") == line.contains("F1"), "\(line)")
    if columns >= 40, columns < 60 {
      #expect(line.contains("! offline since 09:12, again in 8 s"), "\(line)")
    }
  }

  @Test("The sign of the demo is never omitted, and what stands beside it is whole", arguments: 20...80)
  func demo(columns: Int) {
    for notice in [nil, StatusState.Part("Sent to #general"), .init("12345678901234567890", .error)] {
      let line = line(columns) {
        $0.demo = "demo"
        $0.connection = .init("")
        $0.news = "4 for you"
        $0.notice = notice
      }
      #expect(line.contains("demo"), "\(line)")
      #expect(line.contains("demo · 4 for you") == line.contains("4 for"), "\(line)")
      #expect(line.contains("drafts saved") == line.contains("drafts"), "\(line)")
    }
  }

  @Test("Problems come first, and normal states make room for them")
  func wrong() {
    let line = line(40) {
      $0.news = "4 for you"
      $0.saving = .init("not saved: no room on the disk", .error)
    }
    #expect(line.hasPrefix("! not saved: no room on the disk") && !line.contains("4 for"), "\(line)")
  }
}
