import ChatDomain

/// The scripted history of the demo.
enum DemoScript {
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
      id: "日本語", name: "日本語", type: .group, topic: "日本語で話しましょう", members: ["sakura", "dawen"]),
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
      DemoLine("general", 3 * day + 95, "ana", "Good morning everybody!").reacted("👋", "ben", "mina", "zoe"),
      DemoLine(
        "general", 3 * day + 90, "priya", "The new dashboard is up: [dashboard](https://example.org/d)"),
      DemoLine("general", 2 * day + 300, "juergen", "Straße gesperrt, ich komme später. The road is closed."),
      DemoLine("general", 2 * day + 280, "olga", "Всем привет, я в поезде до обеда"),
      DemoLine(
        "general", 2 * day + 200, "ben",
        "House rules: be kind, use threads, and write in [#help](pn-channel://help) when you are stuck."
      ).pinned(),
      DemoLine("general", day + 130, me, "Does anybody know where the style guide went?").named("guide"),
      DemoLine("general", day + 126, "chloe", "Moved to the wiki: [style guide](https://example.org/style)")
        .reply(to: "guide"),
      DemoLine("general", day + 120, "sakura", "ありがとう！I was looking for it too").reply(to: "guide"),
      DemoLine("general", day + 60, "alex", "Standup notes").attached(
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
      DemoLine("general", 9, "zoe", "$me do you have time for a review this afternoon?").read(by: "ben"),
      DemoLine("general", 8, "chloe", "One more thing about that style guide: it has a new page on names")
        .reply(to: "guide"),
    ]
  }

  private static func release(me: UserID) -> [DemoLine] {
    [
      DemoLine("release", 2 * day + 45, "lukasz", "Freeze is on Thursday at 18:00").pinned(hours: 48),
      DemoLine("release", 2 * day + 40, "priya", "Changelog draft is attached").attached(
        "changelog.md", "text/markdown", "# 2.4\n\n- Drafts are kept on every device\n- Threads\n"),
      DemoLine("release", day + 30, "soren", "Three blockers left: search, the login flow, the installer")
        .named("blockers"),
      DemoLine("release", day + 20, "alex", "Search is done").reply(to: "blockers").reacted("🚀", "soren"),
      DemoLine("release", 40, "ana", "Login flow has a fix, see [#general](pn-channel://general)").reply(
        to: "blockers"),
      DemoLine("release", 30, me, "I take the installer").reply(to: "blockers").read(by: "soren"),
      DemoLine("release", 12, "lukasz", "[Ana García](pn-user://ana) can you tag the candidate at five?"),
    ]
  }

  private static func others(me: UserID) -> [DemoLine] {
    [
      DemoLine("design", day + 400, "chloe", "New empty states, opinions please").named("empty"),
      DemoLine("design", day + 390, "mina", "The second one makes me smile 🙂").reply(to: "empty"),
      DemoLine("design", 90, "zoe", "Contrast is 4.7 to 1 now, so it passes"),
      DemoLine("日本語", day + 70, "sakura", "明日のミーティングは十時からです"),
      DemoLine("日本語", day + 65, "dawen", "了解しました 👍🏽"),
      DemoLine("help", day + 15, me, "How do I get the text of a cleared draft back?").named("history"),
      DemoLine("help", day + 10, "ben", "The history of the draft has it: C-x h").reply(to: "history"),
      DemoLine("music", 500, "soren", "Arvo Pärt all day"),
      DemoLine(direct("alex"), day + 5, "alex", "Hey, did I leave my charger at your desk?"),
      DemoLine(direct("alex"), day + 4, me, "You did, it is in the drawer").read(by: "alex"),
      DemoLine(direct("alex"), 15, "alex", "Thanks! Lunch at noon?"),
      DemoLine(direct("dawen"), 3 * day, "dawen", "謝謝你昨天的幫忙"),
      DemoLine(direct("mina"), 2 * day, "mina", "The cat says hello 🐈"),
    ]
  }

  private static let day = 24 * 60
}

/// One message of the demo's history, as written in the script.
struct DemoLine {
  let channel: ChannelID
  let author: UserID
  /// The text in wire form; `$me` stands for a mention of the user at the terminal.
  let text: String
  /// The number of minutes before the start of the demo.
  let minutesAgo: Int
  /// The name by which other lines refer to it.
  var name: String?
  var replyTo: String?
  var isShownInChannel = false
  var quotes: String?
  var reactions: [(name: String, users: [UserID])] = []
  /// The number of hours it stays pinned from the start; 0: until the pin is removed.
  var pinnedForHours: Int?
  var file: HistoricFile?
  /// The people whose read receipts are here.
  var readers: [UserID] = []

  init(_ channel: ChannelID, _ minutesAgo: Int, _ author: UserID, _ text: String) {
    self.channel = channel
    self.author = author
    self.text = text
    self.minutesAgo = minutesAgo
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
