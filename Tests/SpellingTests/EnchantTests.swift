import Foundation
import Spelling
import Testing

@testable import Enchant

/// Each test runs in a separate process: `ENCHANT_CONFIG_DIR` applies to the whole process, and concurrent tests read
/// the environment when they start a child.
@Suite("Enchant")
struct EnchantTests {
  /// Runs the closure with an empty folder for personal words.
  private static func withOwnWords(_ body: (_ folder: String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "inkwell-words-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    setenv("ENCHANT_CONFIG_DIR", folder.path, 1)
    try await body(folder.path)
  }

  private static func worker(_ languages: [String]) async -> (SpellingWorker, OpenedLanguages) {
    let worker = SpellingWorker(EnchantLibrary())
    return (worker, await worker.open(languages))
  }

  @Test("Words of two languages are correct, other words are wrong")
  func languages() async {
    await #expect(processExitsWith: .success) {
      try await Self.withOwnWords { _ in
        let (worker, opened) = await Self.worker(["en_US", "de_DE"])
        try #require(opened == OpenedLanguages(languages: ["en_US", "de_DE"]))
        let right = ["hello", "Straße", "über", "don't", "received", "Donaudampfschiff", "color"]
        try #require(
          await worker.wrongWords(among: right + ["recieve", "Strase", "colour", "helo"]) == [
            "recieve", "Strase", "colour", "helo",
          ])
        try #require(await worker.suggestions(for: "recieve").prefix(4).contains("receive"))
        try #require(await worker.suggestions(for: "Strase").contains("Straße"))
      }
    }
  }

  @Test("An added word is correct, also after reopening the dictionaries")
  func ownWords() async {
    await #expect(processExitsWith: .success) {
      try await Self.withOwnWords { folder in
        let (worker, _) = await Self.worker(["en_US"])
        try #require(await worker.wrongWords(among: ["inkwellish"]) == ["inkwellish"])
        try #require(await worker.add("inkwellish", to: "en_US"))
        try #require(await worker.wrongWords(among: ["inkwellish"]).isEmpty)
        let (again, _) = await Self.worker(["en_US"])
        try #require(await again.wrongWords(among: ["inkwellish"]).isEmpty)
        try #require(FileManager.default.fileExists(atPath: folder + "/en_US.dic"))
      }
    }
  }

  @Test("A word that could not be saved is not reported as added")
  func notWritten() async {
    await #expect(processExitsWith: .success) {
      setenv("ENCHANT_CONFIG_DIR", "/dev/null/none", 1)
      let (worker, opened) = await Self.worker(["en_US"])
      try #require(opened.languages == ["en_US"])
      try #require(await !worker.add("inkwellishly", to: "en_US"))
    }
  }

  @Test("A missing library is named, even if another one is open")
  func noLibrary() async {
    await #expect(processExitsWith: .success) {
      try await Self.withOwnWords { _ in
        _ = await Self.worker(["en_US"])
        let opened = await SpellingWorker(EnchantLibrary(name: "libinkwell-nowhere.so.2")).open(["en_US"])
        try #require(opened == OpenedLanguages(languages: [], faults: [.libraryMissing]))
      }
    }
  }

  @Test("A language without a dictionary is named")
  func missing() async {
    await #expect(processExitsWith: .success) {
      try await Self.withOwnWords { _ in
        let (_, opened) = await Self.worker(["xx_XX", "en_US"])
        try #require(
          opened.languages == ["en_US"] && opened.faults == [.dictionaryMissing(language: "xx_XX")])
      }
    }
  }
}
