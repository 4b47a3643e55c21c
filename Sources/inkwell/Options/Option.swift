import Composer

/// One option of the command line. The parser, `--help`, the manual and the shell completions are generated from a table.
struct Option: Sendable {
  /// The name without its two hyphens.
  let long: String
  let short: Character?
  let argument: Argument?
  /// Its effect, short enough for a line of the help.
  let meaning: String
  /// The option that it belongs to, whose line in the help mentions it; nil: it has a separate line.
  let companion: String?
  /// Its effect in detail, for the manual.
  let explanation: String
  /// Applies the option. The word is its argument, empty if it takes none.
  let apply: @Sendable (_ word: String, inout Arguments) throws(Arguments.Fault) -> Void

  init(
    _ long: String, short: Character? = nil, argument: Argument? = nil, with companion: String? = nil,
    _ meaning: String, _ explanation: String,
    apply: @escaping @Sendable (_ word: String, inout Arguments) throws(Arguments.Fault) -> Void
  ) {
    self.long = long
    self.short = short
    self.companion = companion
    self.argument = argument
    self.meaning = meaning
    self.explanation = explanation
    self.apply = apply
  }

  /// The argument of an option.
  enum Argument: Hashable, Sendable {
    case file
    case number
    case profile
    case person
    /// The name of a device, in free text.
    case label
    case channel
    /// The id of a message.
    case id
    /// The address of a server.
    case address
    case oneOf([String], name: String)

    /// Its name in the help.
    var name: String {
      switch self {
      case .file: "FILE"
      case .number: "N"
      case .profile, .person, .label: "NAME"
      case .channel: "CHANNEL"
      case .id: "ID"
      case .address: "URL"
      case .oneOf(_, let name): name
      }
    }

    /// Its name in a sentence.
    var words: String {
      switch self {
      case .file: "a file"
      case .number: "a number"
      case .profile, .person, .label: "a name"
      case .channel: "the name of a channel"
      case .id: "the id of a message"
      case .address: "the address of a server"
      case .oneOf(let words, _): words.list("or")
      }
    }
  }

  /// "--seed N".
  var usage: String { argument.map { "--\(long) \($0.name)" } ?? "--\(long)" }
}

/// The output of `--help` and `--print-keys`.
enum Usage {
  static let help = """
    usage: inkwell [OPTION]…
    A chat client that never loses what you type. It starts in a demo.

    \(Option.all.filter { $0.companion == nil }.map(line).joined(separator: "\n"))

    Enter sends, M-Enter begins a new line, @ suggests people, F1 lists all keys.
    """

  private static func line(of option: Option) -> String {
    let short = option.short.map { "-\($0)," } ?? "   "
    let names = "  \(short) \(option.usage)"
    return names + String(repeating: " ", count: max(2, column - names.count)) + option.meaning
  }

  private static let column = 33

  static func keys(_ keymap: Keymap) -> String {
    let width = keymap.bindings.map { $0.command.name.count }.max() ?? 0
    return keymap.bindings.map { binding in
      let keys = binding.keys.map(\.description).joined(separator: ", ")
      let name = binding.command.name
      return "\(name)\(String(repeating: " ", count: width - name.count))  \(keys)\n"
        + "\(String(repeating: " ", count: width))  \(binding.meaning)"
    }.joined(separator: "\n")
  }
}
