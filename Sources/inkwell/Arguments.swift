/// What the program was started with.
struct Arguments: Equatable {
  enum Wish: Equatable {
    case run, help, version, keys, keyDump, checkConfiguration, printConfiguration
    case exportDrafts(DraftExport.Form)
  }

  var wish = Wish.run
  /// The configuration file; nil: where one is usually.
  var configuration: String?
  /// What the demo's people say depends on it; nil: as the configuration has it.
  var seed: UInt64?
  /// Under which name what is typed is kept; nil: as the configuration has it.
  var profile: Profile?
  /// Nobody speaks in the demo.
  var isQuiet = false
  /// One line per event, and no screen.
  var isPlain = false
  /// Where it is written down what happens; nil: nowhere.
  var log: String?
  /// How much of it; nil: as usual.
  var logLevel: LogLevel?
  /// Whether drafts are exported with what left the composer.
  var includesHistory = false

  /// Why they make no sense, as a sentence.
  struct Fault: Error, Equatable { let sentence: String }

  init() {}

  @MainActor
  init(_ words: some Sequence<String>) throws(Fault) {
    for (option, argument) in try OptionWords(Option.all).read(Array(words)) {
      try option.take(argument, &self)
    }
    if logLevel != nil, log == nil { throw Fault(sentence: "--log-level goes with --log-file") }
    if includesHistory {
      guard case .exportDrafts = wish else { throw Fault(sentence: "--history goes with --export-drafts") }
    }
  }
}
