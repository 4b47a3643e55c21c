import Measuring

func measure(_ report: inout Report) async throws {
  print(
    """
    A sample is the mean of so many runs in a row; median and p99 are those of the samples. The lines of a row do the
    same at another size and are measured in turns: the factor says how it grows. Nothing waits for a network,
    and the transport's server is in the same process.
    """)
  let groups = [
    TimelineRows.all, ListRows.all, BurstRows.all, KeystrokeRows.all, SuggestionRows.all, DrainRows.all,
    TransportRows.all,
  ]
  for group in groups {
    for contest in group() { try await report.add(contest) }
  }
}

try await runBenchmarks("ClientBenchmarks", measure)
