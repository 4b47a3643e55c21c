import Foundation

/// Measures rows and keeps the figures: a table to be read while they come in, and the same as JSON.
public struct Report {
  public private(set) var figures: [Figures] = []
  private let options: Options
  private let stopwatch = Stopwatch()

  public init(_ options: Options) { self.options = options }

  /// A sum over all results, to be printed at the end.
  public var checksum: Int { stopwatch.checksum }

  /// Measures a row, if it was asked for.
  public mutating func add(_ contest: Contest) async throws {
    guard options.wants(contest.group + " " + contest.name) else { return }
    add(try await contest.figures(stopwatch, isQuick: options.isQuick))
  }

  private mutating func add(_ new: Figures) {
    if new.group != figures.last?.group {
      print("\n== \(new.group)")
      print(TableCell.column("", 56), "   median        p99  to first   samples x runs in each")
    }
    figures.append(new)
    print("\n\(new.name)" + (new.note.map { " (\($0))" } ?? ""))
    for (index, line) in new.lines.enumerated() {
      var notes = ["\(line.samples) x \(line.batch)"]
      if index == 0 {
        if let limit = new.limit {
          notes.append(
            "at most \(TableCell.amount(limit, new.unit)): \(new.isMet == true ? "met" : "NOT MET")")
        }
        if let reference = new.reference {
          let factor = TableCell.factor(reference / line.median)
          notes.append("the reference \(TableCell.time(reference)), \(factor)")
        }
      }
      print(
        "  " + TableCell.column(line.name, 54),
        TableCell.column(TableCell.amount(line.median, new.unit), -10),
        TableCell.column(TableCell.amount(line.p99, new.unit), -10),
        TableCell.column(index == 0 ? "" : line.ratio.map { TableCell.factor($0) } ?? "", -9),
        "  " + notes.joined(separator: "; "))
    }
    // Into a pipe, too, a row is seen when it is there.
    fflush(nil)
  }
}
