/// The known properties of the terminal, before anything is shown.
struct TerminalTraits: Hashable {
  /// The terminal descriptions to try, best first.
  var names: [String]
  var wantsColor: Bool
  /// Whether it parses sequences that begin with `ESC ]`, and ignores unknown ones.
  var readsCommands: Bool
  /// Whether it ignores requests for a keyboard protocol that it does not know.
  var readsKeyboardRequests: Bool
  /// Whether it may be asked for pictures: it reads the question and shows none of it, and it is not one that draws into
  /// another one, where pictures would be on top of everything.
  var mayShowPictures: Bool

  /// - Parameters:
  ///   - colors: the colours that the person wants.
  ///   - variable: looks up a variable of the environment.
  init(_ colors: TerminalOptions.Colors = .automatic, _ variable: (String) -> String?) {
    var name = variable("TERM") ?? ""
    names = [name]
    // Debian's xterm calls itself by the oldest of its names, which knows eight of its 256 colours.
    if name == "xterm",
      ["XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION"].contains(where: { variable($0) != nil })
    {
      name = "xterm-256color"
      names.insert(name, at: 0)
    }
    let colorTerm = variable("COLORTERM") ?? ""
    let saysDirect = colorTerm == "truecolor" || colorTerm == "24bit"
    // Only a direct-colour description lets ncurses send colours outside the palette, and then it cannot send those in
    // it.
    if colors == .direct || colors == .automatic && saysDirect {
      if let base = name.wholePrefix(before: "-256color") { names.insert(base + "-direct", at: 0) }
    } else if colors == .palette || colors == .sixteen, let base = name.wholePrefix(before: "-direct") {
      names.insert(base + "-256color", at: 0)
    }
    wantsColor = colors != .none
    // Kernel consoles and old terminals print parts of sequences they do not know.
    let plain = ["linux", "dumb", "vt", "ansi", "cons25", "wsvt", "hurd", "sun"]
    readsCommands = !name.isEmpty && !plain.contains { name.hasPrefix($0) }
    // Apple's terminal takes the request for an underline.
    readsKeyboardRequests = readsCommands && variable("TERM_PROGRAM") != "Apple_Terminal"
    let isInside =
      ["tmux", "screen", "eterm"].contains { name.hasPrefix($0) }
      || ["TMUX", "STY", "ZELLIJ", "INSIDE_EMACS", "VIM_TERMINAL"].contains { variable($0) != nil }
    mayShowPictures = readsKeyboardRequests && !isInside
  }

  /// A sequence without its delays, `$<2>` or `$<5*/>`: a line that a terminal needs them for is not the one they are
  /// written to byte by byte.
  static func withoutDelays(_ sequence: String) -> String {
    // Few have any, and making the expression ready would take a part of the start.
    guard sequence.utf8.contains(UInt8(ascii: "$")) else { return sequence }
    return sequence.replacing(/\$<[0-9]+(\.[0-9]*)?[*\/]*>/, with: "")
  }
}

extension String {
  /// The part before a suffix; nil without that suffix.
  fileprivate func wholePrefix(before ending: String) -> String? {
    hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}
