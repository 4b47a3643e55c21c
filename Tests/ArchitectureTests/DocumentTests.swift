import Foundation
import Testing

/// The references of the documents: a page that names a test or a file must use an existing name.
struct DocumentTests {
  @Test("Every link in a document to a file of the repository is valid")
  func links() throws {
    for document in try Self.documents() {
      #expect(!document.text.contains("<<<<<<<"), "\(document.name) has two versions of something")
      for target in Self.links(in: document.text) {
        let path = document.folder.appending(path: target).standardizedFileURL.path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: path), "\(document.name) leads to \(target)")
      }
    }
  }

  @Test("Every test suite named in a document exists")
  func tests() throws {
    let files = try Self.files(under: "Tests", endingIn: ".swift")
    let known = Set(files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
      .union(try Repository.here.folders(in: "Tests"))
    var named = 0
    for document in try Self.documents() {
      for name in document.text.matches(of: /`([A-Z][A-Za-z]*Tests)\b/).map({ String($0.1) }) {
        named += 1
        #expect(known.contains(name), "\(document.name) names \(name)")
      }
    }
    #expect(named > 15)
  }

  private struct Document {
    let name: String
    let folder: URL
    let text: String
  }

  private static func documents() throws -> [Document] {
    try (["README.md"] + files(under: "docs", endingIn: ".md")).map { name in
      let file = Repository.here.root.appending(path: name)
      return Document(
        name: name, folder: file.deletingLastPathComponent(),
        text: try String(contentsOf: file, encoding: .utf8))
    }
  }

  private static func files(under folder: String, endingIn suffix: String) throws -> [String] {
    let path = Repository.here.root.appending(path: folder).path(percentEncoded: false)
    return try FileManager.default.subpathsOfDirectory(atPath: path).filter { $0.hasSuffix(suffix) }.sorted()
      .map { "\(folder)/\($0)" }
  }

  /// The targets of Markdown links, except to other hosts and within the page.
  private static func links(in text: String) -> [String] {
    text.matches(of: /\]\(([^)\s#]+)(#[^)]*)?\)/).map { String($0.1) }.filter { !$0.contains(":") }
  }
}
