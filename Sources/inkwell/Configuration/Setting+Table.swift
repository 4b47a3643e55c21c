import ChatControllers
import ChatDomain
import ChatScreens
import ChatUI
import CursesTerminal

extension Setting {
  /// All settings, in the order in which they are shown.
  static let all: [Setting] = [
    .flag(
      "drafts.enabled", \.client.isDraftMessagesEnabled,
      "Whether what is typed is kept until it is sent. Off, nothing of it is saved, loaded, shown or told to your other "
        + "devices, and what was kept before is left alone."),
    .draftSharing,
    .days(
      "drafts.historyDays", \.client.historyAge, 0...36_500,
      "For how many days text that was sent, cleared or replaced can be brought back."),
    .number(
      "drafts.historyEntries", \.client.historyCount, 0...1_000_000,
      "How many such texts are kept at most."),
    .flag(
      "drafts.first", \.settings.putsDraftsFirst,
      "Whether channels and conversations with a draft stand before the others in their list."),
    .flag(
      "drafts.hideTime", \.settings.hidesTimeOfDrafts,
      "Whether a channel with a draft shows it without the time of its last message."),
    .choice(
      "channels.order", \.settings.channelOrder,
      [("name", .name), ("activity", .activity), ("unread", .unread)],
      "How the list of channels is sorted: by name, those with the latest message first, or those with something unread "
        + "first. Favourites (/favourite) stand before the others. M-Down and M-Up keep the order in which they began "
        + "until you rest."),
    .choice(
      "mentions.resolve", \.settings.nameResolution, [("unique", .unique), ("ask", .ask), ("never", .never)],
      "What Enter makes of a name typed with @ and not taken from the suggestions: a mention, if exactly one member of "
        + "the channel is called that; the same after a question; or nothing."),
    .flag(
      "mentions.replies", \.client.mentionsQuotedAuthors,
      "Whether a message that quotes another one mentions its author, who is then notified. Quoting yourself notifies "
        + "nobody."),
    .choice(
      "messages.format", \.settings.messageFormat, [("markdown", .markdown), ("plain", .plain)],
      "Whether what is typed with the marks of Markdown is sent and shown as they say: bold, code, quotes, lists; or as it "
        + "was typed, marks included. What others send with styles then has marks."),
    .choice(
      "messages.layout", \.settings.messageDensity, [("compact", .compact), ("cosy", .cosy)],
      "How messages stand: compact has time, name and words beside each other, cosy the name and the time above the words, "
        + "which have the whole width, and a free line between people. /layout changes it for the session."),
    nameWidth,
    .choice(
      "messages.times", \.settings.messageTimes, [("absolute", .absolute), ("relative", .relative)],
      "What the times of messages say: the time of the day, or for a day how long ago it was (now, 5 min, 2 h), with "
        + "Today and Yesterday above the messages. Lines that are printed (--plain) keep the time of the day."
    ),
    .choice(
      "images", \.settings.images, [("auto", .automatic), ("blocks", .blocks), ("never", .never)],
      "How pictures in messages are shown: with auto as pictures where the terminal says that it can (kitty's protocol, "
        + "iTerm2's or sixels), else as blocks of colour, and as only the line of their file where $SSH_CONNECTION is set; always as blocks; or never. "
        + "chafa decodes them, if it is installed; of large ones the server's small picture is shown, and a key shows all of it."
    ),
    .spelling,
    longPaste,
    .flag(
      "typing.tell", \.client.signalsTyping,
      "Whether the others see that you are typing."),
    .choice(
      "receipts", \.activity.receipts, [("public", .public), ("private", .private), ("none", .none)],
      "Who is told how far you have read: everybody in the channel, only your own devices, or nobody. With none your other "
        + "devices do not count down what you read here."),
    .choice(
      "presence", \.activity.presence,
      [("online", .online), ("unavailable", .unavailable), ("offline", .offline)],
      "What others see you as while Inkwell runs."),
    .theme,
    .choice(
      "clock", \.clock, [("24h", .twentyFourHours), ("12h", .twelveHours)],
      "Whether it is 15:04 or 3:04pm."),
    .choice(
      "terminal.colors", \.terminal.colors,
      [("auto", .automatic), ("none", .none), ("16", .sixteen), ("256", .palette), ("true", .direct)],
      "How many colours are used; with auto as many as the terminal has. Where $NO_COLOR is set there are none."
    ),
    .flag(
      "terminal.mouse", \.settings.usesMouse,
      "Whether click, wheel and drag do something here; to select as the terminal does then needs Shift. /mouse changes "
        + "it for the session."),
    .choice(
      "terminal.title", \.title,
      [("none", .untouched), ("name", .name), ("unread", .unread), ("channel", .channel)],
      "What the terminal's title says: the program's name, before it how many messages are unread, or also the open "
        + "channel. The title of before comes back at the end; with none it is never touched."),
    .number(
      "terminal.escapeDelay", \.terminal.escapeDelay, 1...1000,
      "After how many milliseconds Escape is a key of its own, and not the beginning of one that a slow line delivers in "
        + "pieces."),
    .choice(
      "notifications.bell", \.settings.bell, calls,
      "For which messages the bell rings while the terminal is not looked at. With mentions it rings for direct "
        + "messages too."),
    .choice(
      "notifications.desktop", \.settings.desktop, calls,
      "For which messages the desktop shows a notice (OSC 9) then."),
    .command(
      "programs.editor", \.editor,
      "What edits a draft (C-x C-e). With null it is $VISUAL, $EDITOR or vi."),
    .command(
      "programs.opener", \.opener,
      "What opens links and files. With null links go to $BROWSER, and what is left to xdg-open."),
    .keys,
    .profile,
    .account,
    .number(
      "demo.seed", \.seed, 0...UInt64.max,
      "What the people in the demo say depends on it. --seed goes before."),
    .flag(
      "demo.quiet", \.isQuiet,
      "Whether nobody in the demo speaks, as with --quiet."),
  ]

  private static let calls: [(word: String, value: Settings.Calls)] = [
    ("never", .never), ("direct", .direct), ("mentions", .mentions), ("all", .all),
  ]

  static let draftSharing = Setting(
    "drafts.sync", \.draftSharing, "true, false or a list of accounts, like [\"@ann:example.org\"]",
    "Whether the drafts of an account are kept at its server, so that they are on all of your devices; with a list those "
      + "of these accounts. Otherwise they stay on this device. In encrypted channels they always do."
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
    "spelling.languages", \.settings.spellingLanguages, "a list of languages, like [\"en_US\", \"de_DE\"]",
    "In which languages words are spelled. One that is in none of them is underlined while you type, and M-$ suggests "
      + "others. It needs enchant and a dictionary for each (on Debian libenchant-2-2 and, for these two, hunspell-en-us "
      + "and hunspell-de-de). With an empty list nothing is checked."
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
    "How many columns names have beside messages in the compact layout; a longer one is cut. They never take more than a "
      + "third of the width, and with less than 50 columns stand above the words. With auto they have 11 or 15, and a longer "
      + "one has a line of its own."
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
    "paste.ask", \.settings.longPaste, "null or a whole number of lines from 1 to 1000000",
    "A paste of more lines than this, or of more than a message takes, asks whether it stays in the draft, becomes a file or "
      + "is taken out again. With null nothing asks."
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
    "Whose account is opened where the command line names none; with null it is the demo. --login and --profile go "
      + "before."
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
    "profile", \.profile, "a name of letters, digits, -, _ and dots that begins with no dot",
    "Under which name what you type is kept. --profile goes before."
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
