import Measuring

/// What only this program can be asked for.
struct EngineOptions {
  let common: Options
  /// How many histories the survival rows count.
  private(set) var histories: Int?
  /// The first history.
  private(set) var seed: UInt64 = 1
  /// How many failing histories to print.
  private(set) var failures = 0
  /// Print only failures that keep a mention where none belongs.
  private(set) var onlyWrong = false

  static let usage = """
    usage: DraftBenchmarks \(Options.usage)
                           [--histories N] [--seed S] [--failures N] [--only-wrong]

      --filter WORD   only rows whose name holds WORD ("survival" for the table of mentions)
      --failures N    print the first N histories in which a mention is lost or wrong, and no other rows
      --only-wrong    of these only the ones with a mention where none belongs
      --seed S        begin with history S; with --histories 1 --failures 1 it replays that one
    """

  /// Nil when the arguments make no sense.
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
