import Measuring

/// The options of this program.
struct EngineOptions {
  let common: Options
  /// The number of histories in the survival rows.
  private(set) var histories: Int?
  /// The seed of the first history.
  private(set) var seed: UInt64 = 1
  /// The number of failing histories to print.
  private(set) var failures = 0
  /// Print only failures that keep a mention in a wrong place.
  private(set) var onlyWrong = false

  static let usage = """
    usage: DraftBenchmarks \(Options.usage)
                           [--histories N] [--seed S] [--failures N] [--only-wrong]

      --filter WORD   only rows whose name holds WORD ("survival" for the table of mentions)
      --failures N    print the first N histories in which a mention is lost or wrong, and no other rows
      --only-wrong    of these only the ones with a mention where none belongs
      --seed S        begin with history S; with --histories 1 --failures 1 it replays that one
    """

  /// Nil when the arguments are invalid.
  init?(_ arguments: [String]) {
    guard let common = Options(arguments) else { return nil }
    self.common = common
    var rest = common.rest[...]
    while let option = rest.popFirst() {
      if option == "--only-wrong" {
        onlyWrong = true
      } else {
        guard let value = rest.popFirst(), let number = Int(value), number >= 0 else { return nil }
        switch option {
        case "--histories": histories = number
        case "--seed": seed = UInt64(number)
        case "--failures": failures = number
        default: return nil
        }
      }
    }
  }
}
