import Foundation
import Testing

/// The samples in documents are compiled, because a test contains each of them verbatim.
struct QuotedSampleTests {
  @Test("The first example of docs/api.md is in GettingStartedTests")
  func gettingStarted() throws {
    let document = try text(at: "docs/api.md")
    let test = try text(at: "Tests/ChatControllersTests/Seeds/GettingStartedTests.swift")
    let samples = Self.swiftBlocks(in: document)
    #expect(samples.count == 1)
    for sample in samples {
      #expect(test.contains(sample), "not in the test as the document has it:\n\(sample)")
      #expect(sample.split(separator: "\n").count <= 20)
    }
  }

  @Test("Each example of an article is in a test, line by line")
  func articles() throws {
    let root = Repository.here.root
    let tests = try Repository.here.swiftFiles(under: "Tests").map {
      Self.trimmed(String(decoding: $0.text.bytes, as: UTF8.self))
    }
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: "Sources").path(percentEncoded: false))
    var count = 0
    for path in paths.sorted() where path.contains(".docc/") && path.hasSuffix(".md") {
      for sample in Self.swiftBlocks(in: try text(at: "Sources/\(path)")) {
        count += 1
        #expect(tests.contains { $0.contains(Self.trimmed(sample)) }, "\(path): in no test is\n\(sample)")
      }
    }
    #expect(count > 10)
  }

  @Test("A Swift block is the text between its fences, and other blocks are skipped")
  func findsBlocks() {
    let document = """
      words
      ```
      not this
      ```
      ```swift
      let one = 1

      let two = 2
      ```
      """
    #expect(Self.swiftBlocks(in: document) == ["let one = 1\n\nlet two = 2"])
  }

  /// The lines without their indentation: in a test they are inside a function.
  private static func trimmed(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
      .joined(separator: "\n") + "\n"
  }

  private static func swiftBlocks(in document: String) -> [String] {
    var blocks: [String] = []
    var fence: Substring?
    var lines: [Substring] = []
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      if let opened = fence, line == "```" {
        if opened == "```swift" { blocks.append(lines.joined(separator: "\n")) }
        fence = nil
      } else if fence == nil, line.hasPrefix("```") {
        fence = line
        lines = []
      } else {
        lines.append(line)
      }
    }
    return blocks
  }

  private func text(at path: String) throws -> String {
    try String(contentsOf: Repository.here.root.appending(path: path), encoding: .utf8)
  }
}
