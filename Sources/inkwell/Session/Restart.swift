import ChatUI
import Glibc

/// The program begins anew in the same process and terminal, for somebody else: everything of the run before is saved, and
/// nothing of it stays in memory.
enum Restart {
  /// The options that say for whom it is opened.
  private static let places: Set<String> = ["login", "server", "profile", "device-name"]

  /// The words of the command line, for another place.
  ///
  /// - Parameter options: those that it was started with.
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
    // What this process blocks, the next program would block for ever.
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
