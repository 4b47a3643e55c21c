import Synchronization
import TestSupport
import Testing

@testable import Spelling

@Suite("Asking dictionaries")
struct SpellingWorkerTests {
  private let library = FakeLibrary([
    "en_US": ["hello", "house", "world"], "de_DE": ["hallo", "haus", "welt", "hello"],
  ])

  @Test("A word is wrong if it is wrong in all languages, and nothing is opened before the first request")
  func verdicts() async {
    let worker = SpellingWorker(library)
    #expect(library.log.withLock(\.openings) == 0)
    #expect(await worker.open(["en_US", "de_DE"]) == OpenedLanguages(languages: ["en_US", "de_DE"]))
    #expect(await worker.wrongWords(among: ["hello", "haus", "Welt", "huse"]) == ["huse"])
  }

  @Test("A missing library is reported by its package, and the other languages continue")
  func missing() async {
    let worker = SpellingWorker(library)
    let opened = await worker.open(["fr_FR", "en_US"])
    #expect(opened.languages == ["en_US"] && opened.faults == [.dictionaryMissing(language: "fr_FR")])
    #expect(await worker.wrongWords(among: ["haus"]) == ["haus"])
    _ = await worker.open(["xx"])
    #expect(await worker.wrongWords(among: ["haus"]).isEmpty, "without a dictionary nothing is wrong")
  }

  @Test("A missing dictionary is reported by its language without guessing a package")
  func missingDictionary() {
    let words = SpellingFault.dictionaryMissing(language: "pt_BR").description
    #expect(words == "There is no dictionary for pt_BR: that language is not checked")
  }

  @Test("Suggestions come from the languages in turn, each once, and never the word itself")
  func suggestions() async {
    let worker = SpellingWorker(library)
    _ = await worker.open(["en_US", "de_DE"])
    #expect(await worker.suggestions(for: "hause") == ["hello", "hallo", "house", "haus"])
    #expect(await worker.suggestions(for: "hello") == ["hallo", "house", "haus"])
  }

  @Test("An added word is correct from then on")
  func adding() async {
    let worker = SpellingWorker(library)
    _ = await worker.open(["en_US"])
    #expect(await worker.wrongWords(among: ["Inkwell"]) == ["Inkwell"])
    #expect(await worker.add("Inkwell", to: "en_US"))
    #expect(await worker.wrongWords(among: ["Inkwell"]).isEmpty)
    #expect(await !worker.add("Inkwell", to: "fr_FR"))
  }

  @Test("The cache is bounded and returns the latest answer")
  func cache() {
    var dice = SeededGenerator(seed: 7)
    var cache = VerdictCache(capacity: 50)
    var truth: [String: Bool] = [:]
    for _ in 0..<2_000 {
      let words = (0..<dice.below(8)).map { _ in "w\(dice.below(200))" }
      let wrong = Set(words.filter { _ in dice.percent(40) })
      cache.record(words, wrong: wrong)
      for word in words { truth[word] = wrong.contains(word) }
      #expect(cache.count <= 50)
      for number in 0..<200 {
        if let isWrong = cache.isWrong("w\(number)") { #expect(isWrong == truth["w\(number)"]) }
      }
    }
    cache.removeAll()
    #expect(cache.count == 0)
  }
}
