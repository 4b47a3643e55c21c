import ChatControllers
import ChatScreens
import ChatUI
import CursesTerminal

/// A person's configuration: the values of the file, the environment and the command line, and otherwise the defaults.
struct Configuration: Equatable {
  var client = Configuration.patientClient
  var settings = Settings()
  var terminal = TerminalOptions()
  /// The key bindings in force. The keymap, which resolves them by area, takes longer to make.
  var bindings = KeyTable.bindings
  /// The name of the theme at the start; nil for a theme defined in the configuration itself.
  var themeName: String? = "auto"
  /// The theme whose looks a theme defined in the configuration itself changes.
  var themeBase = "auto"
  /// The format of times.
  var clock = LocalCalendar.Clock.twentyFourHours
  /// The command that edits a draft; nil for vi.
  var editor: String?
  /// The command that opens files and addresses; nil for the desktop's choice.
  var opener: String?
  var profile = Profile.demo
  /// Whose account is opened where nothing else is asked for; nil for the demo.
  var account: AccountName?
  var seed: UInt64 = 1
  var isQuiet = false
  /// The path of the file, whether it exists or not; nil if there is no home.
  var file: String?
  /// Whether the file exists.
  var isFilePresent = false
  /// The origin of each setting's value, by its key; a default has no origin.
  var origins: [String: Origin] = [:]

  enum Origin: Equatable {
    case line(Int, file: String)
    case variable(String)
    case option(String)
  }
}

extension Configuration {
  /// What the terminal's title says. A title that is left alone is not put back either.
  var title: Settings.Title {
    get { settings.title }
    set {
      settings.title = newValue
      terminal.setsTitle = newValue != .untouched
    }
  }

  /// A person can take a deletion or a pin back for ten seconds.
  private static let patientClient: ClientConfiguration = {
    var client = ClientConfiguration()
    client.takeBackPeriod = .seconds(10)
    return client
  }()

  var keymap: Keymap { Keymap(bindings) }

  /// The output of `--check-config` when nothing is wrong.
  var verdict: String {
    guard let file else { return "There is no configuration file, and no home in which one could be." }
    return isFilePresent
      ? "\(file.printable): all is well." : "\(file.printable): there is no such file, and none is needed."
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
