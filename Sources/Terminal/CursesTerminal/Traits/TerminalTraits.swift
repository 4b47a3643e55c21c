/// The properties of the terminal that are known before anything is shown.
struct TerminalTraits: Hashable {
  /// The terminal descriptions to try, best first.
  var names: [String]
  var wantsColor: Bool
  /// Whether it parses sequences that begin with `ESC ]`, and ignores unknown ones.
  var readsCommands: Bool
  /// Whether it ignores requests for an unknown keyboard protocol.
  var readsKeyboardRequests: Bool
  /// Whether it may be asked about pictures: it parses the question without printing it, and it does not draw into another
  /// terminal, where pictures would cover everything.
  var mayShowPictures: Bool

  /// - Parameters:
  ///   - colors: the colours that the user wants.
  ///   - variable: looks up an environment variable.
  init(_ colors: TerminalOptions.Colors = .automatic, _ variable: (String) -> String?) {
    var name = variable("TERM") ?? ""
    names = [name]
    // Debian's xterm sets TERM to the oldest of its names, whose description has eight of its 256 colours.
    if name == "xterm",
      ["XTERM_VERSION", "VTE_VERSION", "KONSOLE_VERSION"].contains(where: { variable($0) != nil })
    {
      name = "xterm-256color"
      names.insert(name, at: 0)
    }
    let colorTerm = variable("COLORTERM") ?? ""
    let saysDirect = colorTerm == "truecolor" || colorTerm == "24bit"
    // ncurses can send colours outside the palette only with a direct-colour description, and then it cannot send palette
    // colours.
    if colors == .direct || colors == .automatic && saysDirect {
      if let base = name.wholePrefix(before: "-256color") { names.insert(base + "-direct", at: 0) }
    } else if colors == .palette || colors == .sixteen, let base = name.wholePrefix(before: "-direct") {
      names.insert(base + "-256color", at: 0)
    }
    wantsColor = colors != .none
    // Kernel consoles and old terminals print parts of unknown sequences.
    let plain = ["linux", "dumb", "vt", "ansi", "cons25", "wsvt", "hurd", "sun"]
    readsCommands = !name.isEmpty && !plain.contains { name.hasPrefix($0) }
    // Apple's terminal takes the request for an underline.
    readsKeyboardRequests = readsCommands && variable("TERM_PROGRAM") != "Apple_Terminal"
    let isInside =
      ["tmux", "screen", "eterm"].contains { name.hasPrefix($0) }
      || ["TMUX", "STY", "ZELLIJ", "INSIDE_EMACS", "VIM_TERMINAL"].contains { variable($0) != nil }
    mayShowPictures = readsKeyboardRequests && !isInside
  }

  /// A sequence without its delays, `$<2>` or `$<5*/>`, which only serial lines need.
  static func withoutDelays(_ sequence: String) -> String {
    // Few sequences contain delays, and compiling the expression would slow down the start.
    guard sequence.utf8.contains(UInt8(ascii: "$")) else { return sequence }
    return sequence.replacing(/\$<[0-9]+(\.[0-9]*)?[*\/]*>/, with: "")
  }
}

extension String {
  /// The text without the suffix; nil if it does not end in the suffix.
  fileprivate func wholePrefix(before ending: String) -> String? {
    hasSuffix(ending) ? String(dropLast(ending.count)) : nil
  }
}

/// The user's settings for the terminal.
public struct TerminalOptions: Hashable, Sendable {
  public enum Colors: Hashable, Sendable {
    /// As many as the terminal has.
    case automatic
    case none, sixteen, palette
    /// Exact red, green and blue, if the system has a terminal description that supports them.
    case direct
  }

  /// The maximum number of colours.
  public var colors = Colors.automatic
  /// Whether clicks, wheel and drags are reported; the terminal's own selection then needs Shift.
  public var reportsMouse = false
  /// Whether the program may set the title. The previous title is restored when the terminal is given back.
  public var setsTitle = true
  /// The number of milliseconds after which a lone Escape is a key and not the beginning of a sequence.
  public var escapeDelay = 25
  /// The number of milliseconds after which a terminal that reports pictures is too slow for them.
  public var pictureDelay = 200
  /// Whether to ask the terminal to distinguish keys that have the same legacy encoding, such as S-Enter and Enter.
  public var tellsKeysApart = true

  public init() {}
}
