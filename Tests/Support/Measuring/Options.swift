/// What was asked for on the command line.
struct Options {
  /// Only rows whose name holds this word.
  var filter = ""
  /// Fewer samples and histories, for a first look.
  var isQuick = false
  /// Where the figures go as JSON.
  var json: String?
  /// How many histories the survival rows count.
  var histories: Int?
  /// The first history.
  var seed: UInt64 = 1
  /// How many failing histories to print.
  var failures = 0
  /// Print only failures that keep a mention where none belongs.
  var onlyWrong = false

  static let usage = """
    usage: DraftBenchmarks [--filter WORD] [--quick] [--json FILE]
                           [--histories N] [--seed S] [--failures N] [--only-wrong]

      --filter WORD   only rows whose name holds WORD ("survival" for the table of mentions)
      --failures N    print the first N histories in which a mention is lost or wrong, and no other rows
      --only-wrong    of these only the ones with a mention where none belongs
      --seed S        begin with history S; with --histories 1 --failures 1 it replays that one
    """

  /// Nil when the arguments make no sense.
  init?(_ arguments: [String]) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--quick": isQuick = true
      case "--only-wrong": onlyWrong = true
      case "--filter", "--json", "--histories", "--seed", "--failures":
        guard let value = rest.popFirst(), take(option, value) else { return nil }
      default: return nil
      }
    }
  }

  private mutating func take(_ option: String, _ value: String) -> Bool {
    switch option {
    case "--filter": filter = value
    case "--json": json = value
    default:
      guard let number = Int(value), number >= 0 else { return false }
      switch option {
      case "--histories": histories = number
      case "--seed": seed = UInt64(number)
      default: failures = number
      }
    }
    return true
  }

  func wants(_ name: String) -> Bool {
    filter.isEmpty || name.contains(filter)
  }
}
