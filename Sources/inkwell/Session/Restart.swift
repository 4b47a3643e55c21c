import ChatUI
import Glibc

/// Restarts the program in the same process and terminal for another account. Used after everything was saved: `execv` replaces
/// the memory.
enum Restart {
  /// The options that select the account.
  private static let places: Set<String> = ["login", "server", "profile", "device-name"]

  /// The command line for another account.
  ///
  /// - Parameter options: the options of this run.
  static func words(_ options: [(option: Option, argument: String)], for place: AccountPlace) -> [String] {
    var words: [String] = []
    for (option, argument) in options where !places.contains(option.long) {
      words.append(option.argument == nil ? "--\(option.long)" : "--\(option.long)=\(argument)")
    }
    switch place {
    case .demo: words.append("--profile=\(Profile.demo.name)")
    case .account(let name, let server):
      words.append("--login=\(name)")
      if let server { words.append("--server=\(server)") }
    }
    return words
  }

  /// Returns only if the system refuses: its error number.
  static func run(_ words: [String]) -> Int32 {
    // The next program would inherit blocked signals.
    var none = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, nil)
    var pointers = (["inkwell"] + words).map { strdup($0) } + [nil]
    execv("/proc/self/exe", &pointers)
    let error = errno
    for pointer in pointers { free(pointer) }
    return error
  }
}

/// The command line of the previous account, to return to if the new one is not signed in. Each program passes it to the next
/// in an environment variable, which the next one removes.
struct WayBack: Equatable {
  /// The command line of the previous account.
  let words: [String]

  /// The command line that this process was given. Reading it removes it from the environment, so that no child inherits it.
  @MainActor static let given: WayBack? = take(variable).map { WayBack(words: words(in: $0)) }
  /// Why the program returned to this account.
  @MainActor static let reason: String? = take(reasonVariable)

  /// The command that failed to open the other account, so that the user can correct it.
  @MainActor static let tried: String? = take(triedVariable)

  private static let triedVariable = "INKWELL_BACK_TRIED"
  private static let variable = "INKWELL_WAY_BACK"
  private static let reasonVariable = "INKWELL_BACK_BECAUSE"
  /// The character between two words; it is removed from the words.
  private static let separator: Character = "\u{1F}"

  /// Passes the command line to the next program, in the environment.
  func leaveBehind() { setenv(Self.variable, Self.text(of: words), 1) }

  /// Goes back to the previous account, which shows the fault. The call returns only if the system refuses.
  ///
  /// - Parameter tried: the command that failed to open the other account; nil to offer none.
  @MainActor func goBack(because fault: AccountFault, tried: String? = nil) -> Int32 {
    if let tried { setenv(Self.triedVariable, tried, 1) }
    let isCancelled = fault.sentence == SignIn.cancelled.sentence
    setenv(Self.reasonVariable, isCancelled ? "Not signed in" : "Not opened: \(fault.sentence)", 1)
    return Restart.run(words)
  }

  static func text(of words: [String]) -> String {
    words.map { $0.filter { $0 != separator } }.joined(separator: String(separator))
  }

  static func words(in text: String) -> [String] {
    text.isEmpty ? [] : text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }

  private static func take(_ variable: String) -> String? {
    guard let value = getenv(variable) else { return nil }
    let text = String(cString: value)
    unsetenv(variable)
    return text
  }
}
