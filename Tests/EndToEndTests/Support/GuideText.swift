import Foundation
import Testing

/// The words of `docs/guide.md`, without its marks.
struct GuideText {
  private let text: String

  init() throws {
    let top = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let page = try String(contentsOf: top.appending(path: "docs/guide.md"), encoding: .utf8)
    text = page.split(whereSeparator: \.isWhitespace).joined(separator: " ").filter { $0 != "*" && $0 != "`" }
  }

  /// Fails if the guide does not name one of these keys and commands.
  func names(_ keys: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    for key in keys {
      let isNamed = text.ranges(of: key).contains { range in
        text[range.upperBound...].first?.isLetter != true && text[..<range.lowerBound].last?.isLetter != true
      }
      #expect(isNamed, "the guide does not name \(key)", sourceLocation: sourceLocation)
    }
  }
}
