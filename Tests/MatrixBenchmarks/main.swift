import Measuring

func measure(_ report: inout Report) async throws {
  for make in AnswerRows.all + LongAnswerRows.all + ScaleRows.all { try await report.add(make()) }
  if let account = try LiveAccount.make() {
    for make in ServerRows.rows(account) + EncryptionRows(account).rows + EncryptedProgramRows(account).rows
      + (try ProgramRows(account)).rows
    {
      try await report.add(make())
    }
  } else {
    print("\nno server is at hand: make bench starts one, if Synapse is installed (make server)")
  }
}

try await runBenchmarks("MatrixBenchmarks", measure)
