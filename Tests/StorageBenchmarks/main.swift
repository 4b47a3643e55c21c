import Foundation
import Measuring

guard let options = Options(Array(CommandLine.arguments.dropFirst())), options.rest.isEmpty else {
  print("usage: StorageBenchmarks \(Options.usage)")
  exit(64)
}

/// The JSON output of this program.
struct StorageResults: Encodable {
  let figures: [Figures]
}

func measure() async throws {
  print(
    """
    Files lie in the folder for temporary files; a disk that is slower or full of other work gives other figures. The
    first line of a row is ours, the others are yardsticks, measured in turns.
    """)
  var report = Report(options)
  for group in [KeyRows.all, OpeningRows.all] {
    for contest in group() { try await report.add(contest) }
  }
  print("\n(checksum \(report.checksum))")
  if let json = options.json {
    let results = StorageResults(figures: report.figures)
    try ResultFile(path: json).write(results, of: "StorageBenchmarks")
  }
}

try await measure()
