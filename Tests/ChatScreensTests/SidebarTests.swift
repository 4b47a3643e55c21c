import ChatDomain
import ChatScreens
import TerminalScreen
import Testing

@Suite("Sidebar")
struct SidebarTests {
  @Test(
    "Every kind of second line, counts and presence",
    arguments: [Size(columns: 80, rows: 24), Size(columns: 120, rows: 40), Size(columns: 60, rows: 12)])
  func kinds(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.sidebar = Self.full }, "Sidebar/kinds")
  }

  @Test("Scrolled past some channels", arguments: [Size(columns: 80, rows: 24)])
  func scrolled(size: Size) throws {
    try Golden.check(
      Scene.state(size) {
        $0.sidebar = Self.full
        $0.sidebar.scroll = 4
      }, "Sidebar/scrolled")
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
