import Glibc

/// The way back to the account from which a person went to another one, in case nobody is signed in to that. One program hands it
/// to the next in its environment, and that one takes it out.
struct WayBack: Equatable {
  /// The words of the command line that lead there.
  let words: [String]

  /// The one that this process was given, taken out of the environment so that no child has it.
  @MainActor static let given: WayBack? = take(variable).map { WayBack(words: words(in: $0)) }
  /// Why this process is where it was: nobody was signed in elsewhere.
  @MainActor static let reason: String? = take(reasonVariable)

  private static let variable = "INKWELL_WAY_BACK"
  private static let reasonVariable = "INKWELL_BACK_BECAUSE"
  /// No word contains it.
  private static let separator: Character = "\u{1F}"

  /// Leaves it to the next program.
  func leaveBehind() { setenv(Self.variable, Self.text(of: words), 1) }

  /// Goes back, where the fault is said; returns only if the system refuses.
  @MainActor func goBack(because fault: AccountFault) -> Int32 {
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
