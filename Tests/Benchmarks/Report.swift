import EditingHistories
import Foundation

/// The figures: a table to be read while they come in, and the same as JSON.
struct Report: Codable {
  struct Survival: Codable {
    var name: String
    var histories: Int
    var mentions: Int
    var survivors: Int
    var keptPercent: Double
    var lostPercent: Double
    var wrongPercent: Double
  }

  /// Of all times in `figures`.
  private(set) var unit = "ns"
  private(set) var figures: [Figures] = []
  private(set) var survival: [Survival] = []

  mutating func add(_ new: Figures) {
    let isFirst = new.group != figures.last?.group
    figures.append(new)
    // A row for each size says little; `printGrowth` puts them side by side.
    guard new.group != "growth" else { return }
    if isFirst { heading(new.group) }
    print("\n\(new.name)" + (new.note.map { " (\($0))" } ?? ""))
    for (index, line) in new.lines.enumerated() {
      var notes = ["\(line.samples) x \(line.batch)"]
      if index == 0 {
        if let limit = new.limit {
          notes.append("at most \(Self.time(limit)): \(new.isMet == true ? "met" : "NOT MET")")
        }
        if let reference = new.reference {
          notes.append("the reference \(Self.time(reference)), \(Self.factor(reference / line.median))")
        }
      }
      print(
        "  " + Self.column(line.name, 54), Self.column(Self.time(line.median), -10),
        Self.column(Self.time(line.p99), -10), Self.column(index == 0 ? "" : Self.factor(line.ratio), -9),
        "  " + notes.joined(separator: "; "))
    }
    // Into a pipe, too, a row is seen when it is there.
    fflush(nil)
  }

  private func heading(_ group: String) {
    print("\n== \(group)")
    print(Self.column("", 56), "   median        p99  to ours   samples x runs in each")
  }

  mutating func add(_ table: SurvivalTable) {
    let ours = table.ours.survival
    let isMet = ours.keptPercent >= 97 && ours.wrongPercent <= 0.5
    print("\n== survival")
    print(
      "\n\(table.ours.histories) editing histories, each taken over by one update:"
        + " \(ours.mentions) mentions, \(ours.survivors) of them untouched")
    print(Self.column("", 56), "    kept      lost     wrong")
    for row in table.rows {
      let counts = row.survival
      survival.append(
        Survival(
          name: row.name.trimmingCharacters(in: .whitespaces), histories: row.histories,
          mentions: counts.mentions, survivors: counts.survivors, keptPercent: counts.keptPercent,
          lostPercent: counts.lostPercent, wrongPercent: counts.wrongPercent))
      print(
        "  " + Self.column(row.name, 54), Self.percent(counts.keptPercent), Self.percent(counts.lostPercent),
        Self.percent(counts.wrongPercent))
    }
    print(
      "  " + Self.column("ours should be", 54), "  >=97 %              <=0.5 %  ", isMet ? "met" : "NOT MET")
    print("  The reference's engine keeps 87.8 % on a set of its kind, the best plain diff 94.7 %.")
  }

  /// One line for each operation, one column for each size, with the factor from the size before.
  func printGrowth() {
    let rows = figures.filter { $0.group == "growth" }
    guard !rows.isEmpty else { return }
    print("\n== growth: 1 kB, 10 kB, 100 kB, 1 MB, a mention to every 100 bytes; in brackets the factor")
    var names: [String] = []
    for row in rows where !names.contains(row.lines[0].name) { names.append(row.lines[0].name) }
    for name in names {
      var (cells, last) = ("", 0.0)
      for line in rows.map({ $0.lines[0] }) where line.name == name {
        let factor = last > 0 ? "(\(Self.factor(line.median / last)))" : ""
        cells += Self.column(Self.time(line.median), -11) + Self.column(factor, -9)
        last = line.median
      }
      print("  " + Self.column(name, 44), cells)
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(self).write(to: URL(filePath: path))
  }

  private static func time(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<1_000: String(format: "%.0f ns", nanoseconds)
    case ..<1_000_000: String(format: "%.2f µs", nanoseconds / 1_000)
    default: String(format: "%.2f ms", nanoseconds / 1_000_000)
    }
  }

  private static func factor(_ value: Double) -> String {
    switch value {
    case ..<0.095 where value > 0: String(format: "1/%.0f", 1 / value)
    case ..<100: String(format: "%.2fx", value)
    default: String(format: "%.0fx", value)
    }
  }

  private static func percent(_ value: Double) -> String {
    column(String(format: "%.2f %%", value), -9)
  }

  /// Padded on the right, or for a negative width on the left.
  private static func column(_ text: String, _ width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - text.count))
    return width < 0 ? padding + text : text + padding
  }
}
