import ChatControllers
import ChatDomain
import ChatScreens
import ChatUI
import Composer
import CursesTerminal
import Spelling
import Testing

@testable import inkwell

private struct NoDictionaries: SpellingLibrary {
  func open(_ languages: [String]) -> (dictionaries: [any SpellingDictionary], faults: [SpellingFault]) {
    ([], languages.map { .dictionaryMissing(language: $0) })
  }
}

@Suite("The configuration file")
struct ConfigurationReadingTests {
  private typealias Sample = ConfigurationSample

  @Test("Without a file the defaults apply")
  func missing() throws {
    let configuration = try Sample.load(nil)
    var client = ClientConfiguration()
    client.takeBackPeriod = .seconds(10)
    client.draftSyncDelay = .milliseconds(600)
    client.longestDraftSyncDelay = .seconds(1)
    client.draftSyncInterval = .seconds(3)
    #expect(configuration.client == client)
    var settings = Settings()
    settings.configurationFile = Sample.path
    #expect(configuration.settings == settings)
    #expect(configuration.terminal == TerminalOptions())
    #expect(configuration.keymap == Keymap(KeyTable.bindings(of: .emacs)))
    #expect(configuration.bindings == KeyTable.bindings)
    let library = NoDictionaries()
    #expect(configuration.verdict(library) == "\(Sample.path): there is no such file; defaults are used.\n")
    #expect(try Sample.load("{}").verdict(library) == "\(Sample.path): no errors.\n")
  }

  @Test("A missing dictionary is reported by its language")
  func dictionaries() throws {
    let configuration = try Sample.load("{spelling: {languages: ['xx_XX']}}")
    #expect(
      configuration.verdict(NoDictionaries()) == """
        \(Sample.path): no errors.
        There is no dictionary for xx_XX: that language is not checked.

        """)
  }

  @Test("Every setting has its effect")
  func settings() throws {
    let configuration = try Sample.load(
      """
      {
        drafts: {enabled: false, sync: false, historyDays: 7, historyEntries: 0x10, first: true, hideTime: true},
        typing: {tell: false}, receipts: "private", presence: "unavailable", clock: '12h', mentions: {resolve: 'ask', replies: false},
        messages: {format: 'plain', layout: 'cosy', names: 20, times: 'relative'}, images: 'never', spelling: {languages: ['de_DE', "en_US"]},
        paste: {ask: null}, theme: 'light',
        terminal: {colors: "256", mouse: true, title: "none", escapeDelay: 100}, channels: {order: "unread"},
        notifications: {bell: "all", desktop: "direct"},
        programs: {editor: "nano -w", opener: "open-it"},
        keys: {style: "vi", send: "F5", undo: "F6"},
        profile: "work", account: "@ann:example.org",
        demo: {seed: 9, quiet: true},
      }
      """)
    #expect(!configuration.client.isDraftMessagesEnabled && !configuration.client.signalsTyping)
    #expect(configuration.client.historyAge == .seconds(7 * 86400) && configuration.client.historyCount == 16)
    #expect(configuration.draftSharing == .nobody)
    #expect(configuration.settings.putsDraftsFirst && configuration.settings.hidesTimeOfDrafts)
    #expect(configuration.settings.channelOrder == .unread)
    #expect(configuration.settings.theme == AdaptiveTheme(.light) && configuration.settings.usesMouse)
    #expect(configuration.settings.bell == .all && configuration.settings.desktop == .direct)
    #expect(configuration.terminal.colors == .palette && configuration.terminal.escapeDelay == 100)
    #expect(configuration.settings.title == .untouched && !configuration.terminal.setsTitle)
    #expect(configuration.editor == "nano -w" && configuration.opener == "open-it")
    #expect(configuration.keymap.keys(of: .composer(.send)).map(\.description) == ["F5"])
    #expect(configuration.keymap.keys(of: .composer(.undo)).map(\.description) == ["F6"])
    #expect(configuration.settings.keyStyle == .vi)
    #expect(configuration.clock == .twelveHours && configuration.settings.composer.nameResolution == .ask)
    #expect(
      configuration.settings.composer.messageFormat == .plain && configuration.settings.images == .never)
    #expect(configuration.settings.messageDensity == .cosy && configuration.settings.nameWidth == 20)
    #expect(configuration.settings.messageTimes == .relative)
    #expect(configuration.settings.composer.spellingLanguages == ["de_DE", "en_US"])
    #expect(configuration.settings.composer.longPaste == nil && !configuration.client.mentionsQuotedAuthors)
    #expect(configuration.account?.text == "@ann:example.org")
    #expect(configuration.activity == ShownActivity(receipts: .private, presence: .unavailable))
    #expect(configuration.profile.name == "work" && configuration.seed == 9 && configuration.isQuiet)
    #expect(configuration.origins.count == Setting.all.count)
    #expect(configuration.origins["drafts.enabled"] == .line(2, file: Sample.path))
    #expect(configuration.origins["demo.quiet"] == .line(11, file: Sample.path))
  }

  @Test("The command line overrides the file, and the file the environment")
  func order() throws {
    let text = "{profile: 'work', demo: {seed: 9}, programs: {editor: 'nano'}}"
    let environment = ["VISUAL": "emacs", "EDITOR": "ed"]
    let arguments = Sample.arguments {
      $0.profile = Profile("home")
      $0.seed = 3
    }
    let configuration = try Sample.load(text, arguments, environment: environment)
    #expect(configuration.profile.name == "home" && configuration.seed == 3)
    #expect(configuration.editor == "nano")
    #expect(configuration.origins["demo.seed"] == .option("--seed"))
    #expect(try Sample.load(nil, environment: environment).editor == "emacs")
    #expect(try Sample.load(nil, environment: ["VISUAL": "", "EDITOR": "ed"]).editor == "ed")
    #expect(try Sample.load(nil).editor == nil)
    #expect(try Sample.load(nil, Sample.arguments { $0.isQuiet = true }).isQuiet)
  }

  @Test("NO_COLOR overrides everything, and a built-in theme then has no colours")
  func noColor() throws {
    let text = "{theme: 'light', terminal: {colors: 'true'}}"
    let configuration = try Sample.load(text, environment: ["NO_COLOR": "1"])
    #expect(
      configuration.terminal.colors == .none && configuration.settings.theme == AdaptiveTheme(.monochrome))
    #expect(configuration.settings.themes.allSatisfy { $0.theme == AdaptiveTheme(.monochrome) })
    #expect(try Sample.load(text, environment: ["NO_COLOR": ""]).terminal.colors == .direct)
    #expect(try Sample.load("{terminal: {colors: 'none'}}").settings.theme == AdaptiveTheme(.monochrome))
  }

  @Test(
    "Each invalid value is reported with line, key and the expected value",
    arguments: [
      ("{drafts: {\nenabled: 1}}", "2: drafts.enabled: expected true or false, found 1"),
      ("{drafts: {enabled: 'true'}}", "1: drafts.enabled: expected true or false, found “true”"),
      (
        "{drafts: {historyDays: -1}}",
        "1: drafts.historyDays: expected a whole number from 0 to 36500, found -1"
      ),
      (
        "{drafts: {historyDays: 1.5}}",
        "1: drafts.historyDays: expected a whole number from 0 to 36500, found 1.5"
      ),
      (
        "{drafts: {historyEntries: 1e99}}",
        "1: drafts.historyEntries: expected a whole number from 0 to 1000000, found 1e+99"
      ),
      (
        "{drafts: {historyEntries: NaN}}",
        "1: drafts.historyEntries: expected a whole number from 0 to 1000000, found nan"
      ),
      (
        "{drafts: []}",
        "1: drafts: expected an object with enabled, sync, historyDays, historyEntries, first, hideTime, found a list"
      ),
      (
        "{terminal: {colors: 256}}",
        "1: terminal.colors: expected \"auto\", \"none\", \"16\", \"256\" or \"true\", found 256"
      ),
      (
        "{notifications: {\n\nbell: 'allways'}}",
        "3: notifications.bell: expected \"never\", \"direct\", \"mentions\" or \"all\", found “allways”"
      ),
      (
        "{messages: {names: 3}}",
        "1: messages.names: expected \"auto\" or a whole number from 4 to 40, found 3"
      ),
      (
        "{messages: {layout: 'airy'}}",
        "1: messages.layout: expected \"compact\" or \"cosy\", found “airy”"
      ),
      ("{programs: {editor: ' '}}", "1: programs.editor: expected a command, or null, found “ ”"),
      (
        "{profile: '../x'}",
        "1: profile: expected a name of letters, digits, -, _ and dots that begins with no dot or hyphen, found “../x”"
      ),
      (
        "{demo: {seed: null}}",
        "1: demo.seed: expected a whole number from 0 to 18446744073709551615, found null"
      ),
    ])
  func faults(text: String, fault: String) {
    #expect(Sample.faults(text) == [fault])
  }

  @Test(
    "An unknown name is reported, with the likely one",
    arguments: [
      ("{\ndraft: {}}", "2: draft: there is no such setting; did you mean drafts?"),
      (
        "{drafts: {enable: true}}", "1: drafts.enable: there is no such setting; did you mean drafts.enabled?"
      ),
      (
        "{drafts: {histroyDays: 1}}",
        "1: drafts.histroyDays: there is no such setting; did you mean drafts.historyDays?"
      ),
      ("{historyDays: 1}", "1: historyDays: there is no such setting; did you mean drafts.historyDays?"),
      (
        "{'drafts.enabled': true}",
        "1: drafts.enabled: there is no such setting; write drafts: {enabled: …}"
      ),
      ("{typing: {xyz: true}}", "1: typing.xyz: there is no such setting; here are tell"),
      (
        "{zzzzzz: 1}",
        "1: zzzzzz: there is no such setting; here are drafts, channels, mentions, messages, images, spelling, paste, typing, receipts, presence, theme, clock, terminal, notifications, programs, keys, profile, account, demo"
      ),
    ])
  func unknown(text: String, fault: String) {
    #expect(Sample.faults(text) == [fault])
  }

  @Test("All errors are reported, not only the first")
  func several() {
    #expect(
      Sample.faults("{\ndrafts: {enabled: 1,\nnope: 2},\nkeys: {send: 'a'},\ntheme: 5}").map {
        $0.prefix { $0 != " " }
      } == ["2:", "3:", "4:", "5:"])
  }

  @Test("An unreadable file, or one that is not JSON5, is reported too")
  func files() throws {
    #expect(Sample.faults("{\n  a: 'b\n}") == ["2: the quote is not closed on its line"])
    #expect(
      Sample.faults("[]") == [
        "1: expected an object with drafts, channels, mentions, messages, images, spelling, paste, typing, receipts, presence, theme, clock, terminal, notifications, programs, keys, profile, account, demo, "
          + "found a list"
      ])
    let named = Sample.arguments { $0.configuration = "/x/own.json5" }
    #expect(
      throws: ConfigurationFaults(all: [
        ConfigurationFault(file: "/x/own.json5", sentence: "there is no such file")
      ])
    ) {
      try Sample.load("{}", named)
    }
    let own = try Sample.load("{profile: 'a'}", named, files: ["/x/own.json5": "{profile: 'b'}"])
    #expect(own.profile.name == "b" && own.file == "/x/own.json5")
    let bad = ConfigurationFiles { _ in .bytes(Array("{\n// ".utf8) + [0xFF]) }
    #expect(
      throws: ConfigurationFaults(all: [
        ConfigurationFault(file: "/c", line: 2, sentence: "expected UTF-8")
      ])
    ) {
      try ConfigurationReader.read("/c", isWanted: true, from: bad)
    }
    let locked = ConfigurationFiles { _ in .unreadable("Permission denied") }
    #expect(
      throws: ConfigurationFaults(all: [
        ConfigurationFault(file: "/c", sentence: "it cannot be read: Permission denied")
      ])
    ) {
      try ConfigurationReader.read("/c", isWanted: false, from: locked)
    }
  }

  private func loadWithoutFaults(_ text: String) throws -> Configuration {
    try Configuration.load(
      Arguments(), environment: { ["HOME": "/home/mia"][$0] }, files: Sample.files([Sample.path: text]),
      leavesOutFaults: true)
  }

  @Test("At startup the defaults replace invalid values, and the rest applies")
  func leftOut() throws {
    let found = try loadWithoutFaults(
      "{\n  clock: '12h'\n  profile: 'mine',\n  seed: 3,\n  keys: {send: 'C-a', help: 'F5', redo: '?'},\n  demo: {quiet: true},\n}"
    )
    #expect(found.clock == .twelveHours && found.isQuiet && found.profile.name == "mine" && found.seed == 1)
    #expect(found.faults.map(\.line) == [3, 4, 5, 5])
    let keymap = Keymap(found.bindings)
    #expect(keymap.keys(of: .global(.help)).map(\.description) == ["F5"])
    #expect(keymap.keys(of: .composer(.send)).map(\.description) == ["Enter"])
    #expect(keymap.keys(of: .composer(.redo)).map(\.description) == ["M-_"])
    #expect(
      found.warning?.contains("config.json5:3: ") == true && found.warning?.contains("(and 3 more)") == true)
    #expect(try loadWithoutFaults("{clock: '12h'}").warning == nil)
    #expect(throws: ConfigurationFaults.self) { try loadWithoutFaults("a\nb\nc\nd\ne") }
  }

  @Test("A file without braces has the same fault at startup and when it is checked")
  func withoutBraces() throws {
    let fault = ConfigurationFault(
      file: Sample.path, line: 1, sentence: "braces are missing around the settings: { keys: … }")
    let text = "keys: { style: \"vi\" }\n"
    for leavesOutFaults in [false, true] {
      #expect(throws: ConfigurationFaults(all: [fault])) {
        try Configuration.load(
          Arguments(), environment: { ["HOME": "/home/mia"][$0] }, files: Sample.files([Sample.path: text]),
          leavesOutFaults: leavesOutFaults)
      }
    }
  }

  @Test("At startup, line ends in quotes stay, and form feeds end no line")
  func lineEnds() throws {
    let found = try loadWithoutFaults("{\u{C}\n  a: '\u{2028}',\n  clock: '12h', zz: 1,\r\n  x: 2,\n}")
    #expect(found.faults.map(\.line) == [2, 4, 5] && found.clock == .twelveHours)
  }

  @Test("Invalid privacy settings fall back to the most private value")
  func lessTold() throws {
    for text in ["[]", "{receipts: 'nobody'}", "{recepits: 'none'}", "{\nreceipts 'none',\nclock: '12h'}"] {
      #expect(try loadWithoutFaults(text).activity.receipts == .private, "\(text)")
    }
    #expect(try !loadWithoutFaults("{typing: 'no'}").client.signalsTyping)
    #expect(try loadWithoutFaults("{presence: 1}").activity.presence == .offline)
    #expect(try loadWithoutFaults("{drafts: {sync: 0}}").draftSharing == .nobody)
    #expect(try loadWithoutFaults("{clock: 'noon'}").activity == ShownActivity())
  }

  @Test("The file is in the XDG base directories")
  func path() {
    let path = { (variables: [String: String]) in ConfigurationFiles.standardPath { variables[$0] } }
    #expect(path(["XDG_CONFIG_HOME": "/c", "HOME": "/h"]) == "/c/inkwell/config.json5")
    #expect(path(["XDG_CONFIG_HOME": "c", "HOME": "/h"]) == "/h/.config/inkwell/config.json5")
    #expect(path(["HOME": "/h"]) == "/h/.config/inkwell/config.json5")
    #expect(path([:]) == nil)
  }

  @Test("Messages about a file are harmless to a terminal")
  func harmless() {
    let said = Sample.faults("{'\\u001b]0;x\\u0007': 1}")
    #expect(said.count == 1 && !said[0].unicodeScalars.contains { $0.value < 32 || $0.value == 127 })
  }

  @Test("Files are read unchanged, and folders and missing files are distinguished")
  func disk() {
    #expect(ConfigurationFiles.disk.contents("/no/such/file") == .missing)
    // The home of accounts without one, such as services, may be a file.
    #expect(ConfigurationFiles.disk.contents("/dev/null/.config/inkwell/config.json5") == .missing)
    #expect(ConfigurationFiles.disk.contents("/dev/null") == .bytes([]))
    #expect(ConfigurationFiles.disk.contents("/") == .unreadable("Is a directory"))
    #expect(ConfigurationFiles.disk.contents("/dev/zero") == .unreadable("it is larger than 1024 kilobytes"))
  }
}
