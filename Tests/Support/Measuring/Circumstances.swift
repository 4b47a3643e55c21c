import Foundation

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
