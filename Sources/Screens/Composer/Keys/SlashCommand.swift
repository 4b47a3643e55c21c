package import ChatDomain
import DraftEngine

/// A command typed as a line that begins with a slash, which is run instead of sent. Completion and the help are generated from
/// this table.
package nonisolated enum SlashCommand: String, CaseIterable, Sendable {
  // By use, which is the order of the popup and of the help.
  case join, dm, me, attach, edit, quote, react, thread, search, inbox, drafts
  case go, channels, members, threads, history, pins, pin, unpin, save, searchall
  case create, invite, invitations, leave, close, directory, topic, rename
  case mute, notify, favourite, unread, read, ignore, forget, follow, retry, discard, undo
  case encryption, accept
  case help, keys, tour, login, logout, offline, online
  case theme, layout, sidebar, space, mouse, vi, typing
  case quit

  /// The command with this name, or with this alias from another program.
  package init?(typed name: String) { self.init(rawValue: Self.aliases[name]?.rawValue ?? name) }

  /// The names that these commands have in other programs.
  private static let aliases: [String: SlashCommand] = [
    "file": .attach, "upload": .attach, "msg": .dm, "query": .dm, "j": .join, "part": .leave, "win": .go,
    "window": .go,
    "buffer": .go, "names": .members, "who": .members, "list": .directory, "lastlog": .search, "exit": .quit,
    "bye": .quit,
  ]

  /// Its name, and the names it has in other programs.
  package var names: [String] { [name] + Self.aliases.filter { $0.value == self }.map(\.key).sorted() }

  package var name: String { rawValue }
  /// The arguments as shown: "CHANNEL", or "[TEXT]" if optional.
  package var arguments: String { entry.arguments }
  package var meaning: String { entry.meaning }

  /// Whether it has no effect without an argument.
  var needsArgument: Bool { !arguments.isEmpty && !arguments.hasPrefix("[") }
  /// The words to choose from as its argument: auto, dark, light and contrast.
  var words: [String] {
    let words = arguments.dropFirst().dropLast().split(separator: "|").map(String.init)
    return words.count > 1 && words.allSatisfy { $0.allSatisfy(\.isLowercase) } ? words : []
  }
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
    case .encryption, .accept: [.encrypts]
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

  /// Whether it only shows something or changes a setting: it may run while there is text in the composer.
  package var leavesTextAlone: Bool {
    switch self {
    case .help, .keys, .members, .pins, .threads, .drafts, .history, .search, .searchall, .channels,
      .invitations,
      .inbox, .directory, .login, .theme, .layout, .sidebar, .space, .mouse, .vi, .offline, .online, .tour:
      true
    default: false
    }
  }

  /// Whether it navigates to another place once that is found: text typed meanwhile is meant for that place.
  var goesElsewhere: Bool {
    switch self {
    case .dm, .join, .create, .follow: true
    default: false
    }
  }

  /// The words of its argument that name users: all, the first one, or those after the name.
  var people: People? {
    switch self {
    case .dm, .ignore, .accept: .first
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
    case .directory: ("[WORDS]", "find channels anyone can join; @SERVER asks another one")
    case .leave: ("", "leave this channel")
    case .close: ("", "close this thread; in a channel, leave it")
    case .ignore: ("[PERSON]", "ignore a person; without a name, list whom you ignore")
    case .forget: ("[CHANNEL]", "erase what this device keeps of a channel you left")
    case .go: ("[NAME]", "go to a channel or a person, by name or number")
    case .follow: ("", "continue in the channel that replaced this one; the draft moves too")
    case .channels: ("", "list all channels")
    case .create:
      ("NAME [@PERSON…]", "create a channel; --encrypted NAME encrypts it")
    case .dm: ("PERSON [TEXT]", "write to one person")
    case .me: ("WORDS", "say what you do, shown after your name: * Robin waves")
    case .invite: ("PERSON…", "invite people to this channel")
    case .invitations: ("", "accept or decline invitations")
    case .inbox: ("", "show mentions, replies, reactions and invitations")
    case .members: ("", "show who is in this channel")
    case .topic: ("[TEXT]", "show or change the topic; --clear removes it")
    case .rename: ("NAME", "rename this channel")
    case .favourite: ("", "list this channel first, or no longer")
    case .mute: ("", "mute or unmute this channel")
    case .notify: ("[all|mentions|nothing]", "choose which messages here notify you")
    case .unread: ("", "mark this channel as unread")
    case .search: ("[WORDS]", "search this channel; from:NAME finds what a person wrote")
    case .searchall: ("[WORDS]", "search everywhere; from:NAME finds what a person wrote")
    case .pins: ("", "show pinned messages")
    case .pin: ("", "pin the last message")
    case .unpin: ("", "unpin the last pinned message")
    case .edit: ("", "edit your last message")
    case .quote: ("", "quote the last message")
    case .react: ("EMOJI", "react to the last message")
    case .thread: ("", "open the thread of the last message")
    case .threads: ("", "show all threads")
    case .drafts: ("", "show all drafts")
    case .history: ("", "show what was sent, cleared or put aside here")
    case .discard: ("[WORDS]", "discard this draft; /history brings it back")
    case .undo: ("", "undo a deletion or pin, or restore the last discarded draft")
    case .attach: ("PATH", "attach a file; pasting its path does too")
    case .save: ("[PATH]", "save the last file sent here")
    case .read: ("[NUMBER]", "mark as read; with --plain, print the last NUMBER messages")
    case .retry: ("", "send again what failed here")
    case .offline: ("", "work offline")
    case .online: ("", "connect now")
    case .typing: ("[on|off]", "with --plain, announce who is typing")
    case .sidebar: ("", "hide or show the list of channels")
    case .space: ("[NAME]", "show only the channels of a space; without a name, all")
    case .layout: ("[compact|cosy]", "put names beside messages, or above them")
    case .theme: ("[auto|dark|light|contrast]", "change the colours")
    case .mouse: ("[on|off]", "click, wheel and drag; or leave the mouse to the terminal")
    case .vi: ("[on|off]", "edit with vi's keys until you quit; off ends that")
    case .tour: ("[off]", "take a short tour; off ends it")
    case .login: ("[@YOU:SERVER [URL]]", "sign in, or go to an account of yours")
    case .logout: ("[erase]", "sign out; drafts stay on this device, or are erased")
    case .encryption: ("", "show this device's signature and key backup, and what to do")
    case .accept: ("[PERSON]", "accept a person's new identity, and send what waited")
    case .quit: ("", "quit; drafts are kept")
    }
  }

  static let longestName = allCases.reduce(0) { max($0, $1.name.utf8.count) }

  /// Whether a text is a command, or may become one as it continues: it is blank or begins with a single slash.
  static func mayBegin(_ text: String) -> Bool {
    let rest = text.dropFirst(blanksBefore(text))
    return rest.isEmpty || rest.first == "/" && rest.dropFirst().first != "/"
  }

  /// The number of blanks before a text that may be a command.
  static func blanksBefore(_ text: String) -> Int {
    text.utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count
  }

  /// Whether a text is only the name of a command, or its beginning: "/jo".
  package static func isName(_ text: String) -> Bool {
    guard text.first == "/" else { return false }
    let name = text.dropFirst().lowercased()
    return allCases.contains { $0.names.contains { $0.hasPrefix(name) } }
  }

  /// Parses a line as a command: optional blanks, a slash and a word of plain letters.
  ///
  /// - Returns: nil for anything else: a path, a slash alone, text after two slashes, which is sent with one of them, and an action
  ///   (`/me waves`), which is a message.
  static func parse(_ line: String) -> (name: String, argument: String)? {
    let blanks = blanksBefore(line)
    guard line.utf8.dropFirst(blanks).first == UInt8(ascii: "/") else { return nil }
    let rest = line.dropFirst(blanks + 1)
    let name = rest.prefix { !$0.isWhitespace }
    // A second command was typed after a refused one: "/inbox/pins" is a mistake, not a path.
    let isTwo =
      name.contains("/") && name.first != "/"
      && name.split(separator: "/").allSatisfy { SlashCommand(typed: $0.lowercased()) != nil }
    guard !name.isEmpty, name.utf8.count <= 64, isTwo || name.allSatisfy({ $0.isASCII && $0.isLetter })
    else { return nil }
    let argument = rest[name.endIndex...].drop(while: \.isWhitespace)
    guard name.lowercased() != SlashCommand.me.name || argument.isEmpty else { return nil }
    return (name.lowercased(), String(argument.trimmingBlanks))
  }
}

nonisolated extension [MessageElement] {
  /// The action, if the text was typed as `/me waves`; otherwise nil.
  var typedAction: [MessageElement]? {
    guard case .plainText(let text)? = first else { return nil }
    let name = "/\(SlashCommand.me.name)"
    let words = text.dropFirst(SlashCommand.blanksBefore(text))
    guard words.prefix(name.count).lowercased() == name else { return nil }
    let blanks = words.dropFirst(name.count)
    let rest = blanks.drop(while: \.isWhitespace)
    guard rest.count < blanks.count, !rest.isEmpty || count > 1 else { return nil }
    return ([.plainText(text: String(rest))] + dropFirst()).normalised.asAction
  }

  /// The text as it is typed: an action begins with `/me`.
  var asTyped: [MessageElement] {
    action.map { ([.plainText(text: "/\(SlashCommand.me.name) ")] + $0).normalised } ?? self
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
