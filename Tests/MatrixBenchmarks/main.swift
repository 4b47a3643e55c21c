import Foundation
import Measuring

guard let options = Options(Array(CommandLine.arguments.dropFirst())), options.rest.isEmpty else {
  print("usage: MatrixBenchmarks \(Options.usage)")
  exit(64)
}

/// The JSON output of this program.
struct MatrixResults: Encodable {
  let figures: [Figures]
}

func measure() async throws {
  var report = Report(options)
  for make in AnswerRows.all + LongAnswerRows.all + ScaleRows.all { try await report.add(make()) }
  if let account = try LiveAccount.make() {
    for make in ServerRows.rows(account) + EncryptionRows(account).rows + (try ProgramRows(account)).rows {
      try await report.add(make())
    }
  } else {
    print("\nno server is at hand: make bench starts one, if Synapse is installed (make server)")
  }
  print("\n(checksum \(report.checksum))")
  if let json = options.json {
    try ResultFile(path: json).write(MatrixResults(figures: report.figures), of: "MatrixBenchmarks")
  }
}

try await measure()
