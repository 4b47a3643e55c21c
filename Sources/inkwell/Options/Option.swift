/// One option of the command line. The parser, `--help`, the manual and the shell completions are made from a table of
/// these.
struct Option: Sendable {
  /// The name without its two hyphens.
  let long: String
  let short: Character?
  let argument: Argument?
  /// Its effect, short enough for a line of the help.
  let meaning: String
  /// The option without which it has no effect, and whose line in the help names it; nil: it has a line of its own.
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
    /// Of a device, in words of one's own.
    case label
    case channel
    /// Of a message.
    case id
    /// Of a server.
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
      case .oneOf(let words, _): words.alternatives
      }
    }
  }

  /// "--seed N".
  var usage: String { argument.map { "--\(long) \($0.name)" } ?? "--\(long)" }
}
