import Foundation
import Measuring

/// The recorded instruction counts of our program. One and a half times a count is a regression.
struct RecordedCounts {
  private static let tolerance = 1.5
  private let url: URL

  init(path: String) { url = URL(filePath: path) }

  func record(_ figures: [Figures]) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try (encoder.encode(Self.counts(of: figures)) + Data("\n".utf8)).write(to: url)
  }

  /// A sentence for each row that exceeds its limit or was never recorded.
  func complaints(about figures: [Figures]) throws -> [String] {
    let recorded = try JSONDecoder().decode([String: Int].self, from: Data(contentsOf: url))
    return Self.counts(of: figures).sorted { $0.key < $1.key }.compactMap { name, count in
      guard let before = recorded[name] else { return "\(name) was never recorded" }
      guard Double(count) > Double(before) * Self.tolerance else { return nil }
      return "\(name) takes \(count) instructions, and took \(before)"
    }
  }

  private static func counts(of figures: [Figures]) -> [String: Int] {
    Dictionary(
      uniqueKeysWithValues: figures.filter { $0.unit == .instructions }.map {
        ($0.name, Int($0.lines[0].median))
      })
  }
}
