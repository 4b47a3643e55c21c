import EditingHistories
import Foundation

/// The figures, to be read.
struct Report {
  func add(_ table: SurvivalTable) {
    let ours = table.ours.survival
    print(
      "\nMention survival: \(table.ours.histories) histories, \(ours.mentions) mentions,"
        + " \(ours.survivors) of them untouched\n")
    print(column("update(text:) with the whole history at once", 50), "  kept    lost   wrong")
    for row in table.rows {
      let survival = row.survival
      print(
        column(row.name, 50), percent(survival.keptPercent), percent(survival.lostPercent),
        percent(survival.wrongPercent))
    }
    print(
      column("ours should be", 50), " >=97 %         <=0.5 %",
      ours.keptPercent >= 97 && ours.wrongPercent <= 0.5 ? "  met" : "  NOT MET")
    print("(the issue names 87.8 % kept for the reference's engine and 94.7 % for the best plain diff)")
  }

  private func percent(_ value: Double) -> String {
    column(String(format: "%.2f %%", value), -8)
  }

  /// Padded on the right, or for a negative width on the left.
  private func column(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? padding + text : text + padding
  }
}
