import Foundation
import Measuring

func measure(_ report: inout Report) async throws {
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
}

try await runBenchmarks("JSONBenchmarks", measure)
