import Glibc

/// The user's folders for the files of programs, as the XDG base directories define them.
enum PersonalFolder: String {
  case configuration = "XDG_CONFIG_HOME"
  case state = "XDG_STATE_HOME"
  case caches = "XDG_CACHE_HOME"

  /// The path below the home folder, if the variable is not set.
  private var standard: String {
    switch self {
    case .configuration: ".config"
    case .state: ".local/state"
    case .caches: ".cache"
    }
  }

  /// Inkwell's folder in it; nil if there is no home.
  ///
  /// - Parameter variable: looks up a variable of the environment.
  func path(_ variable: (String) -> String?) -> String? {
    base(variable).map { $0 + "/inkwell" }
  }

  /// The folder itself, which all programs share; nil if there is no home.
  ///
  /// - Parameter variable: looks up a variable of the environment.
  func base(_ variable: (String) -> String?) -> String? {
    // The specification says that relative paths must be ignored.
    if let folder = variable(rawValue), folder.hasPrefix("/") { return folder }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    return "\(home)/\(standard)"
  }
}

/// The environment of the process.
enum ProcessEnvironment {
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// The value; nil if it is missing or empty.
  static func value(of name: String) -> String? { variable(name).flatMap { $0.isEmpty ? nil : $0 } }
}
