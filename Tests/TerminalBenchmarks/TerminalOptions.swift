import Measuring
import ProgramTerminal

/// What only this program can be asked for.
struct TerminalOptions {
  enum Task {
    /// Measures the program beside others.
    case compare
    /// Counts its instructions, and fails if they have become more than a file says.
    case check(RecordedCounts)
    /// Counts its instructions, and writes them into that file.
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

  /// Nil when the arguments make no sense.
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
