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

/// Where and when a program measured: what its figures cannot be read without.
struct Circumstances: Encodable {
  /// The day, in UTC.
  let date = Date.now.formatted(.iso8601.year().month().day())
  /// Set by the Makefile.
  let commit = ProcessInfo.processInfo.environment["COMMIT"]
  let arguments = Array(CommandLine.arguments.dropFirst())
  let processor = Self.processor()
  let cores = ProcessInfo.processInfo.activeProcessorCount
  /// How many others wanted to run, on average in the last minute, at the end.
  let load = Self.load()

  private static func load() -> Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  private static func processor() -> String? {
    // Without it the page says less.
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// What a row came to, in its unit.
public struct Figures: Codable {
  public struct Line: Codable {
    public var name: String
    public var samples: Int
    public var batch: Int
    public var median: Double
    public var p99: Double
    /// How many times as long as the first one; nil if that took no time.
    public var ratio: Double?
  }

  public var group: String
  public var name: String
  public var unit: Unit
  public var note: String?
  public var reference: Double?
  public var limit: Double?
  /// What the limit is made of, where it is a part of another one's figure.
  public var share: Share?
  /// Whether the median of the first one is within the limit.
  public var isMet: Bool?
  public var lines: [Line]
}

/// The figures as JSON, a part for each program: both can be told to write into the same file.
public struct ResultFile {
  private let url: URL

  public init(path: String) { url = URL(filePath: path) }

  /// Puts what a program found in the place of what it found before.
  public func write(_ part: some Encodable, of program: String) throws {
    var parts: [String: Any] = [:]
    if FileManager.default.fileExists(atPath: url.path) {
      let former = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
      parts = former as? [String: Any] ?? [:]
    }
    var found = try JSONSerialization.jsonObject(with: JSONEncoder().encode(part)) as? [String: Any] ?? [:]
    found["circumstances"] = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Circumstances()))
    parts[program] = found
    let data = try JSONSerialization.data(
      withJSONObject: parts, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    try data.write(to: url)
  }
}
