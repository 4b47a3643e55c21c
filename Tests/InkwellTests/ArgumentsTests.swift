import Testing

@testable import inkwell

@Suite("Arguments")
struct ArgumentsTests {
  @Test("Without any the demo runs")
  func none() throws {
    let arguments = try Arguments([])
    #expect(arguments.wish == .run)
    #expect(!arguments.isQuiet)
  }

  @Test("Each option has its effect", arguments: [["--seed", "7", "-q"], ["--quiet", "--seed=7"]])
  func options(words: [String]) throws {
    let arguments = try Arguments(words)
    #expect(arguments.seed == 7)
    #expect(arguments.isQuiet)
  }

  @Test(
    "What makes no sense is named",
    arguments: [
      (["--seeds"], "no such option: --seeds"), (["--seed"], "--seed wants a number"),
      (["--seed", "x"], "--seed wants a number, and not x"), (["file"], "no such option: file"),
    ])
  func faults(words: [String], sentence: String) {
    #expect(throws: Arguments.Fault(sentence: sentence)) { try Arguments(words) }
  }
}
