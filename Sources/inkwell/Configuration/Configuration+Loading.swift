import ChatScreens
import ChatUI
import CursesTerminal

extension Configuration {
  /// What the file, the environment and the command line say; each goes before the ones in front of it, and NO_COLOR
  /// before all.
  ///
  /// - Parameter variable: looks one up in the environment.
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
    configuration.take(variable)
    configuration.take(arguments)
    return configuration
  }

  private mutating func take(_ variable: (String) -> String?) {
    func set(_ name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
    if set("NO_COLOR") != nil {
      terminal.colors = .none
      origins["terminal.colors"] = .variable("NO_COLOR")
    }
    if terminal.colors == .none {
      // Made for colours, a theme tells too little without them; one of the person's own is their own affair.
      if Settings.builtInThemes.contains(where: { $0.name == themeName }) { settings.theme = .monochrome }
      settings.themes = settings.themes.map { theme in
        Settings.builtInThemes.contains(theme) ? NamedTheme(theme.name, .monochrome) : theme
      }
    }
    for name in ["VISUAL", "EDITOR"] where editor == nil {
      guard let command = set(name) else { continue }
      editor = command
      origins["programs.editor"] = .variable(name)
    }
  }

  private mutating func take(_ arguments: Arguments) {
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
