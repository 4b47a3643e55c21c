import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

/// A timeline with every kind of text in messages.
enum LegibleScene {
  private static let people = ["ann", "ben", "eve", "山田太郎"].map { User(id: UserID($0), name: $0) }

  /// Both layouts, with each message selected once.
  static func states(_ theme: Theme) -> [ScreenState] {
    let items = items
    let chosen: [MessageID?] =
      [nil] + items.map { if case .message(let row) = $0 { row.wrappedValue.message.id } else { nil } }
    return [MessageLayout.Density.compact, .cosy].flatMap { density in
      chosen.map { selection in
        var state = ScreenState(size: Size(columns: 80, rows: 60), theme: theme)
        state.sidebar.isHidden = true
        state.timeline.items = items
        state.timeline.layout.density = density
        state.timeline.selection = selection
        state.timeline.newBelow = 2
        state.status.notice = .init("Could not unpin: there is no connection", .error)
        return state
      }
    }
  }

  private static var items: [TimelineItem] {
    [
      .day("Fri 20 Nov"),
      message(0, "words in **bold**, *italic*, ~~struck~~ and `code`, ||hidden|| and https://a.example"),
      message(1, "> said before\n\n- one\n- 二つ目") {
        $0.message.editedAt = Timestamp(seconds: 1)
        $0.message.reactions = [Reaction(name: "👍", users: ["ann"])]
        $0.thread = .init(replyCount: 2, lastAuthor: "ann", lastTime: "09:12", hasDraft: true)
      },
      message(2, "```swift\n/// What is added.\nlet sum = add(1, \"two\\n\") as Int  // more\n```"),
      .unreadMark,
      message(3, "```diff\n@@ -1 +1 @@\n-old\n+new\n```"),
      .message(Shared(wrappedValue: mention)),
      message(4, "not sent") {
        $0.isOwn = true
        $0.message.localState = .sendingFailed
        $0.failure = "the channel is read-only"
        $0.message.files = [FileAttachment(id: "f", name: "notes.txt", mimeType: "", size: 48)]
        $0.uploads = [UploadLine(name: "notes.txt", size: 48, percent: 40)]
      },
      message(5, "and more") { $0.isGrouped = true },
      message(6, "ann joined") { $0.message.kind = .system },
    ]
  }

  private static var mention: MessageRow {
    var row = row(
      "mention",
      [
        .link(text: "kim", target: .user(userId: "kim")), .plainText(text: " see "),
        .link(text: "general", target: .channel(channelId: "general")),
      ], by: people[0])
    row.mentionsReader = true
    row.message.quoted = QuotedMessage(
      id: "q", channelId: "c", author: people[1], elements: [.plainText(text: "which one?")])
    return row
  }

  private static func message(
    _ number: Int, _ text: String, _ change: (inout MessageRow) -> Void = { _ in }
  ) -> TimelineItem {
    var row = row("m\(number)", [.plainText(text: text)], by: people[number % people.count])
    change(&row)
    return .message(Shared(wrappedValue: row))
  }

  private static func row(_ id: String, _ elements: [MessageElement], by author: User) -> MessageRow {
    MessageRow(
      message: Message(
        id: MessageID(id), channelId: "c", author: author, elements: elements,
        createdAt: Timestamp(seconds: 0)),
      time: "09:12")
  }
}
