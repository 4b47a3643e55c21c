import ChatControllers
import ChatDomain
import ChatScreens
import ChatUI
import Composer
import CursesTerminal

extension Setting {
  /// All settings, in the order in which they are shown.
  static let all: [Setting] = [
    .flag(
      "drafts.enabled", \.client.isDraftMessagesEnabled,
      "Whether unsent text is kept as a draft. If off, drafts are not saved, loaded, shown or sent to your other devices, and "
        + "earlier ones are not touched."),
    .draftSharing,
    .days(
      "drafts.historyDays", \.client.historyAge, 0...36_500,
      "For how many days text that was sent, cleared or replaced can be brought back."),
    .number(
      "drafts.historyEntries", \.client.historyCount, 0...1_000_000,
      "The maximum number of these texts."),
    .flag(
      "drafts.first", \.settings.putsDraftsFirst,
      "Whether channels and conversations with a draft are listed first."),
    .flag(
      "drafts.hideTime", \.settings.hidesTimeOfDrafts,
      "Whether a channel with a draft shows it without the time of its last message."),
    .choice(
      "channels.order", \.settings.channelOrder,
      [("name", .name), ("activity", .activity), ("unread", .unread)],
      "The order of the channel list: by name, by latest message, or unread channels first. Favourites (/favourite) always "
        + "come first. The order does not change while you step through the list with M-Down and M-Up."),
    .choice(
      "mentions.resolve", \.settings.composer.nameResolution,
      [("unique", .unique), ("ask", .ask), ("never", .never)],
      "What Enter does with an @name that was not taken from the suggestions: make it a mention if exactly one member of the "
        + "channel has that name, ask first, or send it as text."),
    .flag(
      "mentions.replies", \.client.mentionsQuotedAuthors,
      "Whether a message that quotes another one mentions its author, who is then notified. Quoting yourself does not notify."
    ),
    .choice(
      "messages.format", \.settings.composer.messageFormat, [("markdown", .markdown), ("plain", .plain)],
      "Whether Markdown is sent and shown as formatted text (bold, code, quotes, lists), or as plain text with its marks. "
        + "Formatted messages of others are then shown with marks."),
    .choice(
      "messages.layout", \.settings.messageDensity, [("compact", .compact), ("cosy", .cosy)],
      "The layout of messages: compact has time, name and text on one line; cosy has name and time above the text, which has "
        + "the whole width, and a blank line between people. /layout changes it for the session."),
    nameWidth,
    .choice(
      "messages.times", \.settings.messageTimes, [("absolute", .absolute), ("relative", .relative)],
      "The form of message times: the time of the day, or for a day the age (now, 5 min, 2 h), with Today and Yesterday above "
        + "the messages. --plain always prints the time of the day."
    ),
    .choice(
      "images", \.settings.images, [("auto", .automatic), ("blocks", .blocks), ("never", .never)],
      "How pictures in messages are shown. auto: as pictures if the terminal supports kitty's protocol, iTerm2's or sixels, "
        + "otherwise as blocks of colour, and only as a file name if $SSH_CONNECTION is set; blocks: always as blocks; or never. "
        + "chafa must be installed to decode them. Large pictures are shown as the server's thumbnail; a key shows the original."
    ),
    .spelling,
    longPaste,
    .flag("typing.tell", \.client.signalsTyping, "Whether others see that you are typing."),
    .choice(
      "receipts", \.activity.receipts, [("public", .public), ("private", .private), ("none", .none)],
      "Who learns how far you have read: everyone in the channel, only your other devices, or nobody. With none, your other "
        + "devices still count messages as unread that you have read here."),
    .choice(
      "presence", \.activity.presence,
      [("online", .online), ("unavailable", .unavailable), ("offline", .offline)],
      "The presence that others see while Inkwell runs."),
    .theme,
    .choice(
      "clock", \.clock, [("24h", .twentyFourHours), ("12h", .twelveHours)],
      "Whether it is 15:04 or 3:04pm."),
    .choice(
      "terminal.colors", \.terminal.colors,
      [("auto", .automatic), ("none", .none), ("16", .sixteen), ("256", .palette), ("true", .direct)],
      "The number of colours; auto: as many as the terminal has. If $NO_COLOR is set, there are none."
    ),
    .flag(
      "terminal.mouse", \.settings.usesMouse,
      "Whether Inkwell uses click, wheel and drag; the terminal's own selection then needs Shift. /mouse changes it for the "
        + "session."),
    .choice(
      "terminal.title", \.title,
      [("none", .untouched), ("name", .name), ("unread", .unread), ("channel", .channel)],
      "The title of the terminal: the program's name, with the number of unread messages, or also with the open channel. The "
        + "previous title is restored at the end; with none it is never changed."),
    .number(
      "terminal.escapeDelay", \.terminal.escapeDelay, 1...1000,
      "The number of milliseconds after which Escape is a key, and not the beginning of a sequence over a slow line."
    ),
    .choice(
      "notifications.bell", \.settings.bell, calls,
      "The messages for which the bell rings while the terminal does not have the focus. mentions includes direct messages."
    ),
    .choice(
      "notifications.desktop", \.settings.desktop, calls,
      "The messages for which the desktop then shows a notification (OSC 9)."),
    .command("programs.editor", \.editor, "The editor for drafts (C-x C-e); null: $VISUAL, $EDITOR or vi."),
    .command(
      "programs.opener", \.opener,
      "The program that opens links and files; null: $BROWSER for links, and xdg-open."),
    .keys,
    .profile,
    .account,
    .number(
      "demo.seed", \.seed, 0...UInt64.max,
      "The messages of the people in the demo depend on it. --seed takes precedence."),
    .flag("demo.quiet", \.isQuiet, "Whether the people of the demo write nothing, as with --quiet."),
  ]

  private static let calls: [(word: String, value: Settings.Calls)] = [
    ("never", .never), ("direct", .direct), ("mentions", .mentions), ("all", .all),
  ]

  static let draftSharing = Setting(
    "drafts.sync", \.draftSharing, "true, false or a list of accounts, like [\"@ann:example.org\"]",
    "Whether drafts are saved at the server, for all your devices. A list names the accounts that do. Drafts for encrypted "
      + "channels stay on this device."
  ) { value -> DraftSharing? in
    switch value.kind {
    case .flag(let isOn): return isOn ? .everybody : .nobody
    case .list(let elements):
      var names: [AccountName] = []
      for element in elements {
        guard case .text(let text) = element.kind, let name = AccountName(text), name.id != nil else {
          return nil
        }
        names.append(name)
      }
      return .only(names)
    default: return nil
    }
  } written: {
    switch $0 {
    case .everybody: "true"
    case .nobody: "false"
    case .only(let names): "[\(names.map(\.text.quotedAsJSON).joined(separator: ", "))]"
    }
  }

  private static let spelling = Setting(
    "spelling.languages", \.settings.composer.spellingLanguages,
    "a list of languages, like [\"en_US\", \"de_DE\"]",
    "The languages for spelling. A word that is in none of them is underlined while you type, and M-$ suggests others. It "
      + "needs enchant and a dictionary for each language (on Debian libenchant-2-2 and, for these two, hunspell-en-us and "
      + "hunspell-de-de). With an empty list nothing is checked."
  ) { value in
    guard case .list(let values) = value.kind else { return nil }
    var languages: [String] = []
    for value in values {
      guard case .text(let code) = value.kind, code.isLanguage, !languages.contains(code) else { return nil }
      languages.append(code)
    }
    return languages
  } written: {
    "[\($0.map(\.quotedAsJSON).joined(separator: ", "))]"
  }

  private static let nameWidth = Setting(
    "messages.names", \.settings.nameWidth, "\"auto\" or a whole number from 4 to 40",
    "The number of columns for names in the compact layout; longer names are cut. Names take at most a third of the width, "
      + "and are above the text in less than 50 columns. With auto they have 11 or 15, and a longer name has a separate line."
  ) { value -> Int?? in
    switch value.kind {
    case .text("auto"): .some(nil)
    case .whole(let columns): Int(exactly: columns).flatMap { (4...40).contains($0) ? .some(.some($0)) : nil }
    default: nil
    }
  } written: {
    $0.map(String.init) ?? "auto".quotedAsJSON
  }

  private static let longPaste = Setting(
    "paste.ask", \.settings.composer.longPaste, "null or a whole number of lines from 1 to 1000000",
    "A paste of more lines than this, or longer than a message, asks whether to keep it, turn it into a file or remove it. "
      + "With null it never asks."
  ) { value -> Int?? in
    switch value.kind {
    case .null: .some(nil)
    case .whole(let lines):
      Int(exactly: lines).flatMap { (1...1_000_000).contains($0) ? .some(.some($0)) : nil }
    default: nil
    }
  } written: {
    $0.map(String.init) ?? "null"
  }

  private static let account = Setting(
    "account", \.account, "null or a whole name, like @ann:example.org",
    "The account that opens if the command line names none; null: the demo. --login and --profile take precedence."
  ) { value -> AccountName?? in
    switch value.kind {
    case .null: .some(nil)
    case .text(let name):
      if let name = AccountName(name), name.id != nil { .some(name) } else { nil }
    default: nil
    }
  } written: {
    $0?.text.quotedAsJSON ?? "null"
  }

  private static let profile = Setting(
    "profile", \.profile, "a name of letters, digits, -, _ and dots that begins with no dot or hyphen",
    "The name under which drafts and history are kept. --profile takes precedence."
  ) { value in
    guard case .text(let name) = value.kind else { return nil }
    return Profile(name)
  } written: {
    $0.name.quotedAsJSON
  }
}

extension String {
  /// Whether it is the code of a language, with a country or without: `en_US`, `ru`.
  fileprivate var isLanguage: Bool {
    let parts = split(separator: "_", omittingEmptySubsequences: false)
    guard let code = parts.first, (2...3).contains(code.count), parts.count < 4 else { return false }
    return parts.allSatisfy { part in
      (2...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || (0x30...0x39).contains(byte)
        }
    }
  }
}
