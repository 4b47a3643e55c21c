import Measuring

func measure(_ report: inout Report) async throws {
  print(
    """
    Files lie in the folder for temporary files; a disk that is slower or full of other work gives other figures. The
    first line of a row is ours, the others are yardsticks, measured in turns.
    """)
  for group in [KeyRows.all, OpeningRows.all] {
    for contest in group() { try await report.add(contest) }
  }
}

try await runBenchmarks("StorageBenchmarks", measure)
