import ChatControllers
import ChatDomain
import ChatScreens
import ChatUI
import Composer
import CursesTerminal
import Spelling
import TerminalScreen

/// The configuration: the values of the file, the environment and the command line, and otherwise the defaults.
struct Configuration: Equatable {
  var client = Configuration.patientClient
  var settings = Settings()
  var terminal = TerminalOptions()
  /// All key bindings, if some have other keys than in the table.
  var rebound: [KeyBinding]?
  /// The name of the theme at the start; nil for a theme defined in the configuration itself.
  var themeName: String? = "auto"
  /// The built-in theme on which a theme of the user is based.
  var themeBase = "auto"
  /// The format of times.
  var clock = LocalCalendar.Clock.twentyFourHours
  /// The command that edits a draft; nil for vi.
  var editor: String?
  /// The command that opens files and addresses; nil for the desktop's choice.
  var opener: String?
  var profile = Profile.demo
  /// The account to open if the command line names none; nil for the demo.
  var account: AccountName?
  /// The accounts whose drafts are kept at the server.
  var draftSharing = DraftSharing.everybody
  /// The privacy of presence and read receipts.
  var activity = ShownActivity()
  var seed: UInt64 = 1
  var isQuiet = false
  /// The path of the file, whether it exists or not; nil if there is no home.
  var file: String?
  /// Whether the file exists.
  var isFilePresent = false
  /// The faults in the file; the defaults are used instead.
  var faults: [ConfigurationFault] = []
  /// The origin of each setting's value, by its key; a default has no origin.
  var origins: [String: Origin] = [:]

  enum Origin: Equatable {
    case line(Int, file: String)
    case variable(String)
    case option(String)
  }
}

extension Configuration {
  /// The contents of the terminal's title. An untouched title is not restored either.
  var title: Settings.Title {
    get { settings.title }
    set {
      settings.title = newValue
      terminal.setsTitle = newValue != .untouched
    }
  }

  /// A deletion or a pin can be undone for ten seconds. Drafts are sent to other devices after a short pause, or during steady
  /// typing after one second and then every three.
  private static let patientClient: ClientConfiguration = {
    var client = ClientConfiguration()
    client.takeBackPeriod = .seconds(10)
    client.draftSyncDelay = .milliseconds(600)
    client.longestDraftSyncDelay = .seconds(1)
    client.draftSyncInterval = .seconds(3)
    return client
  }()

  /// All key bindings, including those of the other editing style.
  var bindings: [KeyBinding] { rebound ?? KeyTable.bindings }

  var keymap: Keymap { Keymap(rebound ?? KeyTable.bindings(of: settings.keyStyle)) }

  /// The output of `--check-config` for a file without faults, with the missing dictionaries.
  func verdict(_ library: some SpellingLibrary) -> String {
    let languages = settings.composer.spellingLanguages
    let faults = languages.isEmpty ? [] : library.open(languages).faults
    return ([verdictOnFile] + faults.map { "\($0)." }).map { $0 + "\n" }.joined()
  }

  private var verdictOnFile: String {
    guard let file else { return "There is no configuration file, and no home folder for one." }
    return isFilePresent
      ? "\(file.printable): no errors." : "\(file.printable): there is no such file; defaults are used."
  }
}

extension Configuration {
  /// The privacy settings, and words by which a line is recognised as one of them.
  static let sharing: [(key: String, words: [String])] = [
    ("typing.tell", ["typing", "tell"]), ("receipts", ["receipts"]), ("presence", ["presence"]),
    ("drafts.sync", ["sync"]),
  ]

  /// Chooses the most private value of a privacy setting whose line may have a fault: the default might reveal more than the user
  /// wanted.
  mutating func shareLeast(of key: String) {
    for setting in Self.sharing where setting.key == key || setting.key.hasPrefix(key + ".") {
      switch setting.key {
      case "typing.tell": client.signalsTyping = false
      case "receipts": activity.receipts = .private
      case "presence": activity.presence = .offline
      default: draftSharing = .nobody
      }
    }
  }

  /// The notice about faults in the file; nil if there are none.
  var warning: String? {
    guard let first = faults.first else { return nil }
    let more = faults.count == 1 ? "" : " (and \(faults.count - 1) more)"
    return "\(first)\(more); defaults are used instead, and inkwell --check-config lists every mistake"
  }
}

extension Configuration.Origin: CustomStringConvertible {
  var description: String {
    switch self {
    case .line(let line, let file): "\(file):\(line)"
    case .variable(let name): "$\(name)"
    case .option(let name): name
    }
  }
}

extension Configuration {
  /// Combines environment, file and command line; later ones take precedence, and NO_COLOR over all.
  ///
  /// - Parameters:
  ///   - variable: looks up a variable of the environment.
  ///   - leavesOutFaults: whether to use the defaults for faulty values instead of throwing.
  static func load(
    _ arguments: Arguments, environment variable: (String) -> String?, files: ConfigurationFiles = .disk,
    leavesOutFaults: Bool = false
  ) throws(ConfigurationFaults) -> Configuration {
    let file = arguments.configuration ?? ConfigurationFiles.standardPath(variable)
    var configuration = Configuration()
    if let file {
      configuration = try ConfigurationReader.read(
        file, isWanted: arguments.configuration != nil, from: files, leavesOutFaults: leavesOutFaults)
    }
    configuration.file = file
    configuration.settings.configurationFile = file
    configuration.apply(variable)
    configuration.apply(arguments)
    return configuration
  }

  private mutating func apply(_ variable: (String) -> String?) {
    func set(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    // A Linux console does not report its background, which is black by default.
    settings.background =
      set("COLORFGBG").map(Background.init(foregroundAndBackground:))
      ?? (set("TERM") == "linux" ? .dark : .unknown)
    settings.isRemote = set("SSH_CONNECTION") != nil
    if set("NO_COLOR") != nil {
      terminal.colors = .none
      origins["terminal.colors"] = .variable("NO_COLOR")
    }
    if terminal.colors == .none {
      // Built-in themes rely on colours and get a variant without them; the user's own theme is not changed.
      if Settings.builtInThemes.contains(where: { $0.name == themeName }) {
        settings.theme = AdaptiveTheme(.monochrome)
      }
      settings.themes = settings.themes.map { theme in
        Settings.builtInThemes.contains(theme) ? NamedTheme(theme.name, AdaptiveTheme(.monochrome)) : theme
      }
    }
    for name in ["VISUAL", "EDITOR"] where editor == nil {
      guard let command = set(name) else { continue }
      editor = command
      origins["programs.editor"] = .variable(name)
    }
  }

  private mutating func apply(_ arguments: Arguments) {
    if let profile = arguments.profile {
      self.profile = profile
      origins["profile"] = .option("--profile")
    }
    if let seed = arguments.seed {
      self.seed = seed
      origins["demo.seed"] = .option("--seed")
    }
    if arguments.isQuiet {
      isQuiet = true
      origins["demo.quiet"] = .option("--quiet")
    }
  }
}

/// The accounts whose drafts are kept at the server, for all devices of the user.
enum DraftSharing: Equatable {
  case everybody, nobody
  /// Only these accounts.
  case only([AccountName])

  func holds(for user: UserID) -> Bool {
    switch self {
    case .everybody: true
    case .nobody: false
    case .only(let names): names.contains { $0.id == user }
    }
  }
}

/// A fault in a configuration, in the words for the user.
struct ConfigurationFault: Error, Hashable, CustomStringConvertible {
  let file: String
  /// Nil if it is about the file as a whole.
  var line: Int?
  /// The setting; nil if the file is not JSON5.
  var key: String?
  let sentence: String

  var description: String {
    [line.map { "\(file):\($0)" } ?? file, key, sentence].compactMap(\.self).joined(separator: ": ").printable
  }
}

/// The faults of a configuration that is rejected as a whole.
struct ConfigurationFaults: Error, Hashable {
  let all: [ConfigurationFault]
}
