package import ChatDomain

/// A line that begins with a slash and is run instead of sent. The popup, its completion and the help are generated from this
/// table.
package nonisolated enum SlashCommand: String, CaseIterable, Sendable {
  // By use, which is the order of the popup and of the help.
  case join, dm, attach, edit, quote, react, thread, search, inbox, drafts
  case go, channels, members, threads, history, pins, pin, unpin, save, searchall
  case create, invite, invitations, leave, directory, topic, rename
  case mute, notify, favourite, unread, read, ignore, forget, follow, retry, discard
  case help, keys, tour, login, logout, offline, online
  case theme, layout, sidebar, space, mouse, typing
  case quit

  /// The command with a name, or with the name it has in other programs.
  package init?(typed name: String) { self.init(rawValue: Self.aliases[name]?.rawValue ?? name) }

  /// The names of other programs.
  private static let aliases: [String: SlashCommand] = [
    "file": .attach, "upload": .attach, "msg": .dm, "query": .dm, "j": .join, "part": .leave, "close": .leave,
    "names": .members, "list": .directory, "exit": .quit, "bye": .quit,
  ]

  package var name: String { rawValue }
  /// The arguments as shown: "CHANNEL", or "[TEXT]" if optional.
  package var arguments: String { entry.arguments }
  package var meaning: String { entry.meaning }

  /// Whether it has no effect without an argument.
  var needsArgument: Bool { !arguments.isEmpty && !arguments.hasPrefix("[") }
  /// "/join CHANNEL".
  package var usage: String { arguments.isEmpty ? "/\(name)" : "/\(name) \(arguments)" }

  /// The service abilities that it needs; without them it is not offered.
  package var needs: Set<ServiceAbility> {
    switch self {
    case .search, .searchall: [.searchesMessages]
    case .pins, .pin, .unpin: [.pinsMessages]
    case .react: [.takesReactions]
    case .directory: [.listsChannels]
    case .ignore: [.ignoresPeople]
    case .unread: [.marksUnread]
    case .inbox: [.keepsInbox]
    case .space: [.groupsChannels]
    default: []
    }
  }

  /// The channel action that it performs and that may be restricted to roles.
  package var act: ChannelAct? {
    switch self {
    case .rename: .rename
    case .topic: .setTopic
    case .invite: .invite
    case .pin, .unpin: .pin
    default: nil
    }
  }

  /// The commands for a user who is in no channel: "/join, /dm, /create, /invitations".
  package static let waysIn = [SlashCommand.join, .dm, .create, .invitations].map { "/\($0.name)" }.joined(
    separator: ", ")

  /// Whether it concerns the channel in which it is typed.
  package var isAboutChannel: Bool {
    switch self {
    case .invite, .leave, .members, .topic, .rename, .favourite, .mute, .notify, .unread, .search, .pins,
      .pin,
      .unpin, .read:
      true
    default: false
    }
  }

  /// Whether it goes to another place once that is found: text typed in the meantime belongs there.
  var goesElsewhere: Bool {
    switch self {
    case .dm, .join, .create, .follow: true
    default: false
    }
  }

  /// The words of its argument that name users: all, the first one, or those after the name.
  var people: People? {
    switch self {
    case .dm, .ignore: .first
    case .invite: .all
    case .create: .behindName
    default: nil
    }
  }

  enum People { case first, all, behindName }

  /// The commands for a service with these abilities.
  package static func offered(by abilities: Set<ServiceAbility>) -> [SlashCommand] {
    allCases.filter { $0.needs.isSubset(of: abilities) }
  }

  private var entry: (arguments: String, meaning: String) {
    switch self {
    case .help: ("[COMMAND]", "show commands and keys")
    case .keys: ("", "show the keys")
    case .join: ("CHANNEL", "join a channel")
    case .directory: ("[WORDS]", "find channels that anyone can join; @SERVER asks another server")
    case .leave: ("", "leave this channel")
    case .ignore: ("[PERSON]", "ignore a person; without a name, list whom you ignore")
    case .forget: ("[CHANNEL]", "erase what this device keeps of a channel you left")
    case .go: ("[NAME]", "go to a channel or a person, by name or number")
    case .follow: ("", "continue in the channel that replaced this one; the draft moves too")
    case .channels: ("", "list all channels")
    case .create: ("NAME [@PERSON…]", "create a channel and invite these people; -- also ends the name")
    case .dm: ("PERSON [TEXT]", "write to one person")
    case .invite: ("PERSON…", "invite people to this channel")
    case .invitations: ("", "accept or decline invitations")
    case .inbox: ("", "show mentions, replies, reactions and invitations")
    case .members: ("", "show who is in this channel")
    case .topic: ("[TEXT]", "show or change the topic; --clear removes it")
    case .rename: ("NAME", "rename this channel")
    case .favourite: ("", "list this channel first, or no longer")
    case .mute: ("", "mute or unmute this channel")
    case .notify: ("[all|mentions|nothing]", "choose which messages here notify you, on all devices")
    case .unread: ("", "mark this channel as unread")
    case .search: ("[WORDS]", "search this channel")
    case .searchall: ("[WORDS]", "search everywhere")
    case .pins: ("", "show pinned messages")
    case .pin: ("", "pin the last message")
    case .unpin: ("", "unpin the last pinned message")
    case .edit: ("", "edit your last message")
    case .quote: ("", "quote the last message")
    case .react: ("EMOJI", "react to the last message")
    case .thread: ("", "open the thread of the last message")
    case .threads: ("", "show all threads")
    case .drafts: ("", "show all drafts")
    case .history: ("", "show what was sent, cleared or discarded here")
    case .discard: ("[WORDS]", "discard the draft and WORDS; /history brings them back")
    case .attach: ("PATH", "attach a file")
    case .save: ("[PATH]", "save the last file sent here")
    case .read: ("[NUMBER]", "mark as read; with --plain, repeat that many messages")
    case .retry: ("", "send again what failed here")
    case .offline: ("", "work offline")
    case .online: ("", "connect now")
    case .typing: ("[on|off]", "with --plain: say who is typing, or not")
    case .sidebar: ("", "hide or show the list of channels")
    case .space: ("[NAME]", "show only the channels of a space; without a name, all")
    case .layout: ("[compact|cosy]", "put names beside messages, or above them")
    case .theme: ("[auto|dark|light|contrast]", "change the colours")
    case .mouse: ("[on|off]", "click, wheel and drag; or leave the mouse to the terminal")
    case .tour: ("[off]", "take a short tour; off ends it")
    case .login: ("[@YOU:SERVER [URL]]", "sign in, or go to an account of yours")
    case .logout: ("[erase]", "sign out; drafts stay on this device, or are erased")
    case .quit: ("", "quit; drafts are kept")
    }
  }

  static let longestName = allCases.reduce(0) { max($0, $1.name.utf8.count) }

  /// The table as lines of a manual: usage and meaning.
  static var manual: [(usage: String, meaning: String)] { allCases.map { ($0.usage, $0.meaning) } }

  /// Whether a text is a command, or may become one as it continues: it begins with one slash.
  static func mayBegin(_ text: String) -> Bool {
    let rest = text.dropFirst(blanksBefore(text))
    return rest.isEmpty || rest.first == "/" && rest.dropFirst().first != "/"
  }

  /// The number of blanks before a text that may be a command.
  static func blanksBefore(_ text: String) -> Int {
    text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  /// Parses a line as a command: optional blanks, a slash and a word of plain letters.
  ///
  /// - Returns: nil for everything else: paths, a single slash, and text with two slashes in front, which is sent with one of
  ///   them.
  static func parse(_ line: String) -> (name: String, argument: String)? {
    let blanks = blanksBefore(line)
    guard line.utf8.dropFirst(blanks).first == UInt8(ascii: "/") else { return nil }
    let rest = line.dropFirst(blanks + 1)
    let name = rest.prefix { !$0.isWhitespace }
    guard !name.isEmpty, name.utf8.count <= 64, name.allSatisfy({ $0.isASCII && $0.isLetter }) else {
      return nil
    }
    let argument = rest[name.endIndex...].drop(while: \.isWhitespace)
    return (name.lowercased(), String(argument.trimmingBlanks))
  }
}

nonisolated extension Substring {
  /// The text without trailing blanks.
  fileprivate var trimmingBlanks: Substring {
    var rest = self
    while rest.last?.isWhitespace == true { rest.removeLast() }
    return rest
  }
}
