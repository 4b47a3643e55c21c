import Foundation
import Measuring

guard let options = Options(Array(CommandLine.arguments.dropFirst())), options.rest.isEmpty else {
  print("usage: ClientBenchmarks \(Options.usage)")
  exit(64)
}

/// The JSON output of this program.
struct ClientResults: Encodable {
  let figures: [Figures]
}

func measure() async throws {
  print(
    """
    A sample is the mean of so many runs in a row; median and p99 are those of the samples. The lines of a row do the
    same at another size and are measured in turns: the factor says how it grows. Nothing waits for a network,
    and the transport's server is in the same process.
    """)
  var report = Report(options)
  let groups = [
    TimelineRows.all, ListRows.all, BurstRows.all, KeystrokeRows.all, SuggestionRows.all, DrainRows.all,
    TransportRows.all,
  ]
  for group in groups {
    for contest in group() { try await report.add(contest) }
  }
  print("\n(checksum \(report.checksum))")
  if let json = options.json {
    let results = ClientResults(figures: report.figures)
    try ResultFile(path: json).write(results, of: "ClientBenchmarks")
  }
}

try await measure()
