package import ChatDomain

/// A line that begins with a slash and is run instead of sent. The popup, its completion and the help are generated from this
/// table.
package nonisolated enum SlashCommand: String, CaseIterable, Sendable {
  // In the order of the help.
  case help, keys, join
  case directory, leave, forget, ignore
  case go, follow, channels, create, dm, invite, invitations, inbox, members, topic, rename,
    favourite, mute, notify, unread, search, searchall, pins, pin, unpin, edit, quote, react, thread, threads,
    drafts,
    history, discard,
    attach, save, read, retry, offline, online, typing, sidebar, space, layout, theme, mouse, tour, login,
    logout,
    quit

  /// The command with a name or an alias from other programs.
  package init?(typed name: String) {
    self.init(rawValue: name == "file" ? SlashCommand.attach.rawValue : name)
  }

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
    case .help: ("[COMMAND]", "what can be typed and pressed here")
    case .keys: ("", "the keys in force")
    case .join: ("CHANNEL", "join a channel and go there")
    case .directory: ("[WORDS]", "channels that anybody may join; @SERVER asks another one")
    case .leave: ("", "leave this channel")
    case .ignore: ("[PERSON]", "see and hear nothing of a person; without a name, all whom you ignore")
    case .forget: ("[CHANNEL]", "erase what is kept of a channel that you left")
    case .go: ("[NAME]", "go to a channel or a person; by number too")
    case .follow: ("", "go on in the channel that took the place of this one; the draft comes along")
    case .channels: ("", "all channels, and what is in each")
    case .create: ("NAME [@PERSON…]", "make a channel and invite these people; -- also ends the name")
    case .dm: ("PERSON [TEXT]", "talk to one person")
    case .invite: ("PERSON…", "invite people to this channel")
    case .invitations: ("", "who has invited you where; accept or decline")
    case .inbox: ("", "what concerns you: mentions, replies, reactions, invitations")
    case .members: ("", "who is in this channel")
    case .topic: ("[TEXT]", "what this channel is about; TEXT changes it, --clear removes it")
    case .rename: ("NAME", "give this channel another name")
    case .favourite: ("", "list this channel before the others, or no longer")
    case .mute: ("", "nothing here calls for you, or everything again")
    case .notify: ("[all|mentions|nothing]", "which messages here call for you, on all your devices")
    case .unread: ("", "mark this channel as unread, until something new is read here")
    case .search: ("[WORDS]", "search this channel")
    case .searchall: ("[WORDS]", "search everywhere")
    case .pins: ("", "pinned messages")
    case .pin: ("", "pin the last message")
    case .unpin: ("", "take the pin off the last pinned message")
    case .edit: ("", "edit what you said last")
    case .quote: ("", "quote the last message")
    case .react: ("EMOJI", "react to the last message")
    case .thread: ("", "open the thread of the last message")
    case .threads: ("", "all threads")
    case .drafts: ("", "all drafts")
    case .history: ("", "what left this composer")
    case .discard: ("[WORDS]", "put away the draft, these words included; it can be brought back")
    case .attach: ("PATH", "send a file along; /file does too")
    case .save: ("[PATH]", "save the last file that was sent here")
    case .read: ("[NUMBER]", "everything here was read; with --plain so many messages are said again")
    case .retry: ("", "send again what failed here")
    case .offline: ("", "work without a connection")
    case .online: ("", "connect again, at once")
    case .typing: ("[on|off]", "with --plain: say who types, or not")
    case .sidebar: ("", "fold the list of channels away, or back")
    case .space: ("[NAME]", "list only the channels of a space; without a name all again")
    case .layout: ("[compact|cosy]", "names beside messages, or above them with more room")
    case .theme: ("[auto|dark|light|contrast]", "other colours")
    case .mouse: ("[on|off]", "click, wheel and drag, or leave the mouse to the terminal")
    case .tour: ("[off]", "a short tour of what is different here, from its beginning; off leaves it")
    case .login: ("[@YOU:SERVER [URL]]", "go to an account of yours; a new one is signed in")
    case .logout: ("[erase]", "sign out of this account; its drafts stay on this device, or are erased")
    case .quit: ("", "leave Inkwell; drafts are kept")
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
