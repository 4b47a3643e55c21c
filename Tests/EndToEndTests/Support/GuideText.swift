import Foundation
import Testing

/// `docs/guide.md` as running text, without its marks.
struct GuideText {
  private let words: String

  init() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: top.appending(path: "docs/guide.md"), encoding: .utf8)
    words = Self.plain(page)
  }

  /// Holds that the guide says it: whoever changes the sentence comes by the test that does it, and changes that too.
  func says(_ sentence: String, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      words.contains(Self.plain(sentence)), "the guide has no more: \(sentence)",
      sourceLocation: sourceLocation)
  }

  private static func plain(_ text: String) -> String {
    let lines = text.split(separator: "\n").map { $0 == ">" ? "" : $0.hasPrefix("> ") ? $0.dropFirst(2) : $0 }
    return lines.joined(separator: "\n").filter { $0 != "*" && $0 != "`" }.split(
      whereSeparator: \.isWhitespace
    ).joined(separator: " ")
  }
}
