import Measuring
import ProgramTerminal

/// The options of this program.
struct TerminalOptions {
  enum Task {
    /// Compares the program with others.
    case compare
    /// Counts instructions, and fails if they exceed the recorded ones.
    case check(RecordedCounts)
    /// Counts instructions and records them.
    case record(RecordedCounts)
  }

  let common: Options
  private(set) var inkwell = BuiltProgram.inkwell
  private(set) var task = Task.compare

  static let usage = """
    usage: TerminalBenchmarks \(Options.usage) [--inkwell PROGRAM] [--check FILE | --record FILE]

      --check FILE    count instructions only; the status is 1 if they are more than one and a half times the file's
      --record FILE   count instructions only, and write them into the file
    """

  /// Nil when the arguments are invalid.
  init?(_ arguments: [String]) {
    guard let common = Options(arguments) else { return nil }
    self.common = common
    var rest = common.rest[...]
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch option {
      case "--inkwell": inkwell = value
      case "--check": task = .check(RecordedCounts(path: value))
      case "--record": task = .record(RecordedCounts(path: value))
      default: return nil
      }
    }
  }
}
