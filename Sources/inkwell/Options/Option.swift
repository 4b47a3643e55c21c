/// One option of the command line. Reading the words, `--help`, the manual and what shells complete are made from a table
/// of these.
struct Option: Sendable {
  /// Without its two hyphens.
  let long: String
  let short: Character?
  let argument: Argument?
  /// What it does, as short as a line of the help is.
  let meaning: String
  /// The same at length, for the manual.
  let explanation: String
  /// Has its effect. The word is its argument, empty for those that have none.
  let take: @Sendable (_ word: String, inout Arguments) throws(Arguments.Fault) -> Void

  init(
    _ long: String, short: Character? = nil, argument: Argument? = nil, _ meaning: String,
    _ explanation: String,
    take: @escaping @Sendable (_ word: String, inout Arguments) throws(Arguments.Fault) -> Void
  ) {
    self.long = long
    self.short = short
    self.argument = argument
    self.meaning = meaning
    self.explanation = explanation
    self.take = take
  }

  /// What has to stand behind an option.
  enum Argument: Hashable, Sendable {
    case file
    case number
    case profile
    case oneOf([String], name: String)

    /// How the help calls it.
    var name: String {
      switch self {
      case .file: "FILE"
      case .number: "N"
      case .profile: "NAME"
      case .oneOf(_, let name): name
      }
    }

    /// How a sentence does.
    var words: String {
      switch self {
      case .file: "a file"
      case .number: "a number"
      case .profile: "a name"
      case .oneOf(let words, _): words.alternatives
      }
    }
  }

  /// "--seed N".
  var usage: String { argument.map { "--\(long) \($0.name)" } ?? "--\(long)" }
}

extension [String] {
  /// "a, b or c".
  var alternatives: String {
    count < 2 ? joined() : "\(dropLast().joined(separator: ", ")) or \(last ?? "")"
  }
}
