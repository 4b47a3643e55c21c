/// The folders that a person has for what a program keeps, as the XDG base directories have them.
enum PersonalFolder: String {
  case configuration = "XDG_CONFIG_HOME"
  case state = "XDG_STATE_HOME"
  case caches = "XDG_CACHE_HOME"

  /// Below the home, where the variable does not say.
  private var standard: String {
    switch self {
    case .configuration: ".config"
    case .state: ".local/state"
    case .caches: ".cache"
    }
  }

  /// Inkwell's folder in it; nil when there is no home.
  ///
  /// - Parameter variable: looks one up in the environment.
  func path(_ variable: (String) -> String?) -> String? {
    // What is not absolute has to be ignored.
    if let folder = variable(rawValue), folder.hasPrefix("/") { return "\(folder)/inkwell" }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)/inkwell"
  }
}
