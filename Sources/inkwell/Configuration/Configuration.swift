import ChatControllers
import ChatScreens
import ChatUI
import CursesTerminal

/// How a person wants the program: what stands in the file, what the environment and the command line say, and else what
/// the program does by itself.
struct Configuration: Equatable {
  var client = ClientConfiguration()
  var settings = Settings()
  var terminal = TerminalOptions()
  /// The keys in force. Which of them is meant where, only the keymap knows, which takes longer to make.
  var bindings = KeyTable.bindings
  /// The name of the theme at the start; nil for one that stands in the configuration itself.
  var themeName: String? = "dark"
  /// How times are written.
  var clock = LocalCalendar.Clock.twentyFourHours
  /// What edits a draft; nil: vi.
  var editor: String?
  /// What opens files and addresses; nil: the desktop decides.
  var opener: String?
  var profile = Profile.demo
  var seed: UInt64 = 1
  var isQuiet = false
  /// Where all this stands, or would stand; nil where there is no home.
  var file: String?
  /// There is such a file.
  var isFilePresent = false
  /// From where a setting has its value, by its key; by itself it has it from nowhere.
  var origins: [String: Origin] = [:]

  enum Origin: Equatable {
    case line(Int, file: String)
    case variable(String)
    case option(String)
  }
}

extension Configuration {
  var keymap: Keymap { Keymap(bindings) }

  /// What `--check-config` says when nothing is wrong.
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
