import ChatDomain
import DraftEngine

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
  /// The number of hours it stays pinned from the start; 0: until somebody removes the pin.
  var pinnedForHours: Int?
  var file: HistoricFile?
  /// Who has read up to here, and told it.
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
