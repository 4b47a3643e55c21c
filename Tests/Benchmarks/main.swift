import Foundation
import Measuring

guard let options = EngineOptions(Array(CommandLine.arguments.dropFirst())) else {
  print(EngineOptions.usage)
  exit(64)
}

func measure() async throws {
  var report = Report(options.common)
  var survival: [SurvivalResult] = []
  if options.failures == 0 {
    print(
      """
      A sample is the mean of so many runs in a row; median and p99 are those of the samples. The contestants of a row
      are measured in turns. Each update(text:) is the first one of a fresh draft, made outside of what is measured.
      """)
    let rows =
      UpdateRows.all + HostileRows.all + EditRows.all + MarkupRows.all + GrowthRows.all + FormattedRows.all
    for make in rows { try await report.add(make()) }
  }
  if options.failures > 0 || options.common.wants("survival") {
    let count = UInt64(options.histories ?? (options.common.isQuick ? 600 : 3000))
    let table = try SurvivalTable(
      seeds: options.seed..<(options.seed + count), failures: options.failures, onlyWrong: options.onlyWrong)
    table.print()
    survival = table.rows.map { SurvivalResult($0) }
    for failure in table.failures { print(failure.description) }
  }
  print("\n(checksum \(report.checksum))")
  if let json = options.common.json {
    let results = EngineResults(figures: report.figures, survival: survival)
    try ResultFile(path: json).write(results, of: "DraftBenchmarks")
  }
}

try await measure()
