import Foundation

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
