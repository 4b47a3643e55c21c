import Foundation

/// Measures rows; prints them as a table while they come in and keeps them for the JSON output.
public struct Report {
  public private(set) var figures: [Figures] = []
  private let options: Options
  private let stopwatch = Stopwatch()

  public init(_ options: Options) { self.options = options }

  /// A sum over all results, printed at the end so that none is optimised away.
  public var checksum: Int { stopwatch.checksum }

  /// Measures a row, unless the filter excludes it.
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
    // Output to a pipe is buffered; flush so that each row appears at once.
    fflush(nil)
  }
}

/// The JSON output of a program.
private struct Results: Encodable {
  let figures: [Figures]
}

/// Runs a benchmark program: reads its options, measures, and writes the JSON output.
public func runBenchmarks(
  _ name: String, _ measure: @MainActor (inout Report) async throws -> Void
) async throws {
  guard let options = Options(Array(CommandLine.arguments.dropFirst())), options.rest.isEmpty else {
    print("usage: \(name) \(Options.usage)")
    exit(64)
  }
  var report = Report(options)
  try await measure(&report)
  print("\n(checksum \(report.checksum))")
  if let json = options.json { try ResultFile(path: json).write(Results(figures: report.figures), of: name) }
}

/// Where and when a program measured, without which the figures mean little.
struct Circumstances: Encodable {
  /// The date, in UTC.
  let date = Date.now.formatted(.iso8601.year().month().day())
  /// Set by the Makefile.
  let commit = ProcessInfo.processInfo.environment["COMMIT"]
  let arguments = Array(CommandLine.arguments.dropFirst())
  let processor = Self.processor()
  let cores = ProcessInfo.processInfo.activeProcessorCount
  /// The load average of the last minute, at the end.
  let load = Self.load()

  private static func load() -> Double? {
    var averages = [0.0]
    return getloadavg(&averages, 1) == 1 ? averages[0] : nil
  }

  private static func processor() -> String? {
    // Without the file, the report only lacks the processor.
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

/// The figures of a row, in its unit.
public struct Figures: Codable {
  public struct Line: Codable {
    public var name: String
    public var samples: Int
    public var batch: Int
    public var median: Double
    public var p99: Double
    /// Relative to the first contestant; nil if that took no time.
    public var ratio: Double?
  }

  public var group: String
  public var name: String
  public var unit: Unit
  public var note: String?
  public var reference: Double?
  public var limit: Double?
  /// How the limit was computed, where it is relative to another contestant.
  public var share: Share?
  /// Whether the median of the first contestant is within the limit.
  public var isMet: Bool?
  public var lines: [Line]
}

/// The JSON output, with a section for each program, so that two programs can write to the same file.
public struct ResultFile {
  private let url: URL

  public init(path: String) { url = URL(filePath: path) }

  /// Replaces the section of a program.
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
