import Foundation
import Measuring
import TestSupport

/// A row of the survival table in the JSON output.
struct SurvivalResult: Encodable {
  let name: String
  let histories: Int
  let mentions: Int
  let survivors: Int
  let keptPercent: Double
  let lostPercent: Double
  let wrongPercent: Double

  init(_ row: SurvivalTable.Row) {
    name = row.name.trimmingCharacters(in: .whitespaces)
    histories = row.histories
    mentions = row.survival.mentions
    survivors = row.survival.survivors
    keptPercent = row.survival.keptPercent
    lostPercent = row.survival.lostPercent
    wrongPercent = row.survival.wrongPercent
  }
}

/// The JSON output of this program.
struct EngineResults: Encodable {
  let figures: [Figures]
  let survival: [SurvivalResult]
}

extension SurvivalTable {
  func print() {
    let counts = ours.survival
    let isMet = counts.keptPercent >= 97 && counts.wrongPercent <= 0.5
    Swift.print("\n== survival")
    Swift.print(
      "\n\(ours.histories) editing histories, each taken over by one update:"
        + " \(counts.mentions) mentions, \(counts.survivors) of them untouched")
    Swift.print(TableCell.column("", 56), "    kept      lost     wrong")
    for row in rows {
      Swift.print(
        "  " + TableCell.column(row.name, 54), TableCell.percent(row.survival.keptPercent),
        TableCell.percent(row.survival.lostPercent), TableCell.percent(row.survival.wrongPercent))
    }
    Swift.print(
      "  " + TableCell.column("ours should be", 54), "  >=97 %              <=0.5 %  ",
      isMet ? "met" : "NOT MET")
    Swift.print("  The reference's engine keeps 87.8 % on a set of its kind, the best plain diff 94.7 %.")
  }
}
