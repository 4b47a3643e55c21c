/// What the program was started with.
struct Arguments: Equatable {
  enum Wish: Equatable { case run, help, version, keys, checkConfiguration, printConfiguration }

  var wish = Wish.run
  /// The configuration file; nil: where one is usually.
  var configuration: String?
  /// What the demo's people say depends on it; nil: as the configuration has it.
  var seed: UInt64?
  /// Under which name what is typed is kept; nil: as the configuration has it.
  var profile: Profile?
  /// Nobody speaks in the demo.
  var isQuiet = false

  /// Why they make no sense, as a sentence.
  struct Fault: Error, Equatable { let sentence: String }

  init() {}

  init(_ words: some Sequence<String>) throws(Fault) {
    var rest = Array(words)[...]
    while let word = rest.popFirst() {
      switch word {
      case "-h", "--help": wish = .help
      case "-V", "--version": wish = .version
      case "--print-keys": wish = .keys
      case "--check-config": wish = .checkConfiguration
      case "--print-config": wish = .printConfiguration
      case "--config": configuration = try Self.file(rest.popFirst(), for: word)
      case _ where word.hasPrefix("--config="):
        configuration = try Self.file(String(word.dropFirst(9)), for: "--config")
      case "-q", "--quiet": isQuiet = true
      case "--seed": seed = try Self.number(rest.popFirst(), for: word)
      case _ where word.hasPrefix("--seed="): seed = try Self.number(String(word.dropFirst(7)), for: "--seed")
      case "--profile": profile = try Self.profile(rest.popFirst())
      case _ where word.hasPrefix("--profile="): profile = try Self.profile(String(word.dropFirst(10)))
      default: throw Fault(sentence: "no such option: \(word)")
      }
    }
  }

  private static func profile(_ word: String?) throws(Fault) -> Profile {
    guard let word else { throw Fault(sentence: "--profile wants a name") }
    guard let profile = Profile(word) else {
      throw Fault(sentence: "a profile's name has letters, digits, -, _ and dots, and begins with no dot")
    }
    return profile
  }

  private static func file(_ word: String?, for option: String) throws(Fault) -> String {
    guard let word, !word.isEmpty else { throw Fault(sentence: "\(option) wants a file") }
    return word
  }

  private static func number(_ word: String?, for option: String) throws(Fault) -> UInt64 {
    guard let word else { throw Fault(sentence: "\(option) wants a number") }
    guard let number = UInt64(word) else {
      throw Fault(sentence: "\(option) wants a number, and not \(word)")
    }
    return number
  }
}
