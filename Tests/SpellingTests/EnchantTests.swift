import Glibc
import Spelling
import Testing

@testable import Enchant

@Suite("Enchant itself", .serialized)
struct EnchantTests {
  /// A folder for own words that is nobody's.
  private static let folder: String = {
    var path = Array("/tmp/inkwell-words-XXXXXX".utf8CString)
    let folder = mkdtemp(&path).map { String(cString: $0) } ?? "/tmp"
    setenv("ENCHANT_CONFIG_DIR", folder, 1)
    return folder
  }()

  private func worker(_ languages: [String]) async -> (SpellingWorker, OpenedLanguages) {
    _ = Self.folder
    let worker = SpellingWorker(EnchantLibrary())
    return (worker, await worker.open(languages))
  }

  @Test("Words of two languages are right, and those of none are wrong")
  func languages() async {
    let (worker, opened) = await worker(["en_US", "de_DE"])
    #expect(opened == OpenedLanguages(languages: ["en_US", "de_DE"]))
    let right = ["hello", "Straße", "über", "don't", "received", "Donaudampfschiff", "color"]
    #expect(
      await worker.wrongWords(among: right + ["recieve", "Strase", "colour", "helo"]) == [
        "recieve", "Strase", "colour", "helo",
      ])
    #expect(await worker.suggestions(for: "recieve").prefix(4).contains("receive"))
    #expect(await worker.suggestions(for: "Strase").contains("Straße"))
  }

  @Test("A word that was added is right, and still is when the dictionaries are opened again")
  func ownWords() async {
    let (worker, _) = await worker(["en_US"])
    #expect(await worker.wrongWords(among: ["inkwellish"]) == ["inkwellish"])
    #expect(await worker.add("inkwellish", to: "en_US"))
    #expect(await worker.wrongWords(among: ["inkwellish"]).isEmpty)
    let (again, _) = await self.worker(["en_US"])
    #expect(await again.wrongWords(among: ["inkwellish"]).isEmpty)
    #expect(access(Self.folder + "/en_US.dic", F_OK) == 0)
  }

  @Test("A word that cannot be written is not said to be one's own")
  func notWritten() async {
    let folder = Self.folder
    setenv("ENCHANT_CONFIG_DIR", "/dev/null/none", 1)
    defer { setenv("ENCHANT_CONFIG_DIR", folder, 1) }
    let (worker, opened) = await worker(["en_US"])
    #expect(opened.languages == ["en_US"])
    #expect(await !worker.add("inkwellishly", to: "en_US"))
  }

  @Test("A library that is not there is named, also where another one is open")
  func noLibrary() async {
    _ = await worker(["en_US"])
    let opened = await SpellingWorker(EnchantLibrary(name: "libinkwell-nowhere.so.2")).open(["en_US"])
    #expect(opened == OpenedLanguages(languages: [], faults: [.libraryMissing]))
  }

  @Test("A language without a dictionary is named")
  func missing() async {
    let (_, opened) = await worker(["xx_XX", "en_US"])
    #expect(opened.languages == ["en_US"] && opened.faults == [.dictionaryMissing(language: "xx_XX")])
  }
}
