import ChatScreens
import ChatUI
import CursesTerminal
import TerminalScreen

extension Configuration {
  /// Combines environment, file and command line; later ones take precedence, and NO_COLOR over all.
  ///
  /// - Parameter variable: looks up a variable of the environment.
  static func load(
    _ arguments: Arguments, environment variable: (String) -> String?, files: ConfigurationFiles = .disk
  ) throws(ConfigurationFaults) -> Configuration {
    let file = arguments.configuration ?? ConfigurationFiles.standardPath(variable)
    var configuration = Configuration()
    if let file {
      configuration = try ConfigurationReader.read(
        file, isWanted: arguments.configuration != nil, from: files)
    }
    configuration.file = file
    configuration.apply(variable)
    configuration.apply(arguments)
    return configuration
  }

  private mutating func apply(_ variable: (String) -> String?) {
    func set(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    // A Linux console cannot be asked, and is black unless somebody made it something else.
    settings.background =
      set("COLORFGBG").map(Background.init(foregroundAndBackground:))
      ?? (set("TERM") == "linux" ? .dark : .unknown)
    if set("NO_COLOR") != nil {
      terminal.colors = .none
      origins["terminal.colors"] = .variable("NO_COLOR")
    }
    if terminal.colors == .none {
      // Built-in themes rely on colours and get a variant without them; the person's own theme stays as it is.
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
