import ChatDomain

/// The scripted history of the demo.
enum DemoScript {
  /// The channel in which people write Japanese.
  static let japanese: ChannelID = "日本語"

  static let channels: [NewChannel] = [
    NewChannel(id: "general", name: "general", type: .public, topic: "Team-wide chat", members: everybody),
    NewChannel(
      id: "offtopic", name: "offtopic", type: .public, topic: "Lunch, cats, the weather", members: everybody),
    NewChannel(
      id: "release", name: "release", type: .group, topic: "2.4 goes out on Friday",
      members: ["ana", "ben", "alex", "lukasz", "soren", "priya"]),
    NewChannel(
      id: "design", name: "design", type: .group, topic: "Screens and words",
      members: ["chloe", "sakura", "mina", "zoe"]),
    NewChannel(
      id: japanese, name: "日本語", type: .group, topic: "日本語で話しましょう", members: ["sakura", "dawen"]),
    NewChannel(
      id: "help", name: "help", type: .public, topic: "Questions are welcome", members: everybody),
  ]

  /// A public channel the user has not joined yet.
  static let unjoined = NewChannel(
    id: "music", name: "music", type: .public, topic: "What is playing?", members: ["mina", "soren"])

  /// A channel that people can ask to join.
  static let asked = NewChannel(
    id: "board", name: "board", type: .group, topic: "Where we are going", members: ["priya", "lukasz"])

  private static let everybody = DemoPeople.all.map(\.id)
  static let directPartners: [UserID] = ["alex", "dawen", "mina"]
  static func direct(_ user: UserID) -> ChannelID { ChannelID("direct:\(user)") }

  static func lines(me: UserID) -> [DemoLine] {
    general(me: me) + release(me: me) + others(me: me)
  }

  private static func general(me: UserID) -> [DemoLine] {
    [
      DemoLine("general", day: 3, "09:05", "ana", "Good morning everybody!").reacted(
        "👋", "ben", "mina", "zoe"),
      DemoLine(
        "general", day: 3, "09:20", "priya", "The new dashboard is up: [dashboard](https://example.org/d)"),
      DemoLine(
        "general", day: 2, "08:10", "juergen", "Straße gesperrt, ich komme später. The road is closed."),
      DemoLine("general", day: 2, "08:30", "olga", "Всем привет, я в поезде до обеда"),
      DemoLine(
        "general", day: 2, "09:15", "ben",
        "House rules: be kind, use threads, and write in [#help](pn-channel://help) when you are stuck."
      ).pinned(),
      DemoLine("general", day: 1, "09:50", me, "Does anybody know where the style guide went?").named(
        "guide"),
      DemoLine(
        "general", day: 1, "09:54", "chloe", "Moved to the wiki: [style guide](https://example.org/style)"
      )
      .reply(to: "guide"),
      DemoLine("general", day: 1, "10:00", "sakura", "ありがとう！I was looking for it too").reply(to: "guide"),
      DemoLine("general", day: 1, "11:00", "alex", "Standup notes").attached(
        "standup.txt", "text/plain", "Ana: login flow\nBen: release notes\nAlex: search\n"),
      DemoLine("general", 64, "ana", "Could someone look at the login flow? It asks twice for the code.")
        .named("login").reacted("👀", "ben"),
      DemoLine("general", 62, "ben", "on it, see [login notes](https://example.org/login)").quoting("login"),
      DemoLine("general", 55, "ben", "I think the token expires while the page is open").reply(to: "login"),
      DemoLine("general", 50, "soren", "That would explain the logs: `401` and then `200`").reply(
        to: "login"),
      DemoLine("general", 45, "ana", "Confirmed, with a clock that is two minutes ahead").reply(
        to: "login", shown: true
      ).read(by: "ben", "soren"),
      DemoLine("general", 22, "dawen", "大家好，the build is green again ✅").reacted("🎉", "ana", "lukasz")
        .read(by: "ana", "lukasz"),
      DemoLine("general", 9, "zoe", "$me do you have time for a review $later?").read(by: "ben"),
      DemoLine("general", 8, "chloe", "One more thing about that style guide: it has a new page on names")
        .reply(to: "guide"),
    ]
  }

  private static func release(me: UserID) -> [DemoLine] {
    [
      DemoLine("release", day: 2, "11:15", "lukasz", "Freeze is on Thursday at 18:00").pinned(hours: 48),
      DemoLine("release", day: 2, "11:20", "priya", "Changelog draft is attached").attached(
        "changelog.md", "text/markdown", "# 2.4\n\n- Drafts are kept on every device\n- Threads\n"),
      DemoLine(
        "release", day: 1, "11:30", "soren", "Three blockers left: search, the login flow, the installer"
      )
      .named("blockers"),
      DemoLine("release", day: 1, "11:40", "alex", "Search is done").reply(to: "blockers").reacted(
        "🚀", "soren"),
      DemoLine("release", 40, "ana", "Login flow has a fix, see [#general](pn-channel://general)").reply(
        to: "blockers"),
      DemoLine("release", 30, me, "I take the installer").reply(to: "blockers").read(by: "soren"),
      DemoLine("release", 12, "lukasz", "$ana can you tag the candidate $later?"),
    ]
  }

  private static func others(me: UserID) -> [DemoLine] {
    [
      DemoLine("design", day: 1, "09:20", "chloe", "New empty states, opinions please").named("empty"),
      DemoLine("design", day: 1, "09:35", "mina", "The second one makes me smile 🙂").reply(to: "empty"),
      DemoLine("design", 90, "zoe", "Contrast is 4.7 to 1 now, so it passes"),
      DemoLine(japanese, day: 1, "10:50", "sakura", "明日のミーティングは十時からです"),
      DemoLine(japanese, day: 1, "10:55", "dawen", "了解しました 👍🏽"),
      DemoLine("help", day: 1, "11:45", me, "How do I get the text of a cleared draft back?").named(
        "history"),
      DemoLine("help", day: 1, "11:50", "ben", "The history of the draft has it: C-x h").reply(to: "history"),
      DemoLine("music", day: 1, "15:10", "soren", "Arvo Pärt all day"),
      DemoLine(direct("alex"), day: 1, "11:55", "alex", "Hey, did I leave my charger at your desk?"),
      DemoLine(direct("alex"), day: 1, "11:56", me, "You did, it is in the drawer").read(by: "alex"),
      DemoLine(direct("alex"), 15, "alex", "Thanks! Time for $meal?"),
      DemoLine(direct("dawen"), day: 3, "17:40", "dawen", "謝謝你昨天的幫忙"),
      DemoLine(direct("mina"), day: 2, "13:05", "mina", "The cat says hello 🐈"),
    ]
  }
}

/// One message of the demo's history, as written in the script.
struct DemoLine {
  let channel: ChannelID
  let author: UserID
  /// The text in wire form, with the marks of ``DemoWords``.
  let text: String
  let time: Time
  /// The name by which other lines refer to it.
  var name: String?
  var replyTo: String?
  var isShownInChannel = false
  var quotes: String?
  var reactions: [(name: String, users: [UserID])] = []
  /// The number of hours it stays pinned from the start; 0: until the pin is removed.
  var pinnedForHours: Int?
  var file: HistoricFile?
  /// The people whose read receipts are at this message.
  var readers: [UserID] = []

  enum Time {
    /// This many minutes before the end of the history.
    case minutesAgo(Int)
    /// A local time, in minutes after midnight, this many days before the end of the history.
    case day(Int, minute: Int)
  }

  init(_ channel: ChannelID, _ minutesAgo: Int, _ author: UserID, _ text: String) {
    self.init(channel, .minutesAgo(minutesAgo), author, text)
  }

  /// - Parameter clock: the local time, as in `09:05`.
  init(_ channel: ChannelID, day: Int, _ clock: String, _ author: UserID, _ text: String) {
    let parts = clock.split(separator: ":").compactMap { Int($0) }
    self.init(channel, .day(day, minute: parts.reduce(0) { $0 * 60 + $1 }), author, text)
  }

  init(_ channel: ChannelID, _ time: Time, _ author: UserID, _ text: String) {
    self.channel = channel
    self.author = author
    self.text = text
    self.time = time
  }

  func named(_ name: String) -> DemoLine { with { $0.name = name } }
  func reply(to name: String, shown: Bool = false) -> DemoLine {
    with {
      $0.replyTo = name
      $0.isShownInChannel = shown
    }
  }
  func quoting(_ name: String) -> DemoLine { with { $0.quotes = name } }
  func reacted(_ name: String, _ users: UserID...) -> DemoLine { with { $0.reactions.append((name, users)) } }
  func pinned(hours: Int = 0) -> DemoLine { with { $0.pinnedForHours = hours } }
  func attached(_ name: String, _ mimeType: String, _ text: String) -> DemoLine {
    with { $0.file = HistoricFile(name: name, mimeType: mimeType, bytes: Array(text.utf8)) }
  }

  func read(by users: UserID...) -> DemoLine { with { $0.readers = users } }

  private func with(_ change: (inout DemoLine) -> Void) -> DemoLine {
    var line = self
    change(&line)
    return line
  }
}
