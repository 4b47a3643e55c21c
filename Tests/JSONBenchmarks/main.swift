import Foundation
import Measuring

guard let options = Options(Array(CommandLine.arguments.dropFirst())), options.rest.isEmpty else {
  print("usage: JSONBenchmarks \(Options.usage)")
  exit(64)
}

/// The JSON output of this program.
struct JSONResults: Encodable {
  let figures: [Figures]
}

func measure() async throws {
  var report = Report(options)
  for make in AnswerRows.all + WritingRows.all { try await report.add(make()) }
  print("\nmegabytes a second of the answer:")
  for row in report.figures where row.group == AnswerRows.group {
    for line in row.lines {
      let rate = Double(AnswerRows.answer.bytes.count) * 1000 / line.median
      print(
        "  " + TableCell.column("\(row.name): \(line.name)", 70),
        TableCell.column(String(format: "%.0f", rate), -7))
    }
  }
  print("\n(checksum \(report.checksum))")
  if let json = options.json {
    try ResultFile(path: json).write(JSONResults(figures: report.figures), of: "JSONBenchmarks")
  }
}

try await measure()
