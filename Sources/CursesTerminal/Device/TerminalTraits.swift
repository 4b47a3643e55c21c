/// What is known of the terminal before it is asked to show anything.
struct TerminalTraits: Hashable {
  /// The descriptions to try, the best first.
  var names: [String]
  var wantsColor: Bool
  /// It reads sequences that begin with `ESC ]`, and passes over those that it does not know.
  var readsCommands: Bool
  /// It passes over requests of a keyboard protocol that it does not know.
  var readsKeyboardRequests: Bool

  /// - Parameters:
  ///   - colors: those that the person wants.
  ///   - variable: looks up a variable of the environment.
  init(_ colors: TerminalOptions.Colors = .automatic, _ variable: (String) -> String?) {
    let name = variable("TERM") ?? ""
    names = [name]
    let colorTerm = variable("COLORTERM") ?? ""
    let saysDirect = colorTerm == "truecolor" || colorTerm == "24bit"
    // Only a description of this kind lets ncurses send colours that are not in the palette, and none of them lets it
    // send those that are.
    if colors == .direct || colors == .automatic && saysDirect {
      if let base = name.wholePrefix(before: "-256color") { names.insert(base + "-direct", at: 0) }
    } else if colors == .palette || colors == .sixteen, let base = name.wholePrefix(before: "-direct") {
      names.insert(base + "-256color", at: 0)
    }
    wantsColor = colors != .none
    // The consoles of kernels and the terminals of old print a part of what they do not know.
    let plain = ["linux", "dumb", "vt", "ansi", "cons25", "wsvt", "hurd", "sun"]
    readsCommands = !name.isEmpty && !plain.contains { name.hasPrefix($0) }
    // Apple's takes the request for an underline.
    readsKeyboardRequests = readsCommands && variable("TERM_PROGRAM") != "Apple_Terminal"
  }
}

extension String {
  /// The part before an ending; nil when it ends otherwise.
  fileprivate func wholePrefix(before ending: String) -> String? {
    hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}
