import CEnchant
public import Spelling

/// The dictionaries of enchant: those of Hunspell if there are any, and the user's own words.
public struct EnchantLibrary: SpellingLibrary {
  private let name: String

  /// Uses the library as Debian installs it.
  public init() { self.init(name: "libenchant-2.so.2") }

  /// - Parameter name: the file name of the library.
  init(name: String) { self.name = name }

  public func open(
    _ languages: [String]
  ) -> (dictionaries: [any SpellingDictionary], faults: [SpellingFault]) {
    guard libenchant_load(name) != 0, let broker = EnchantBroker() else { return ([], [.libraryMissing]) }
    var dictionaries: [any SpellingDictionary] = []
    var faults: [SpellingFault] = []
    for language in languages {
      if let dictionary = EnchantDictionary(language, broker) {
        dictionaries.append(dictionary)
      } else {
        faults.append(.dictionaryMissing(language: language))
      }
    }
    return (dictionaries, faults)
  }
}

/// Opens dictionaries, and is freed when the last of them is.
final class EnchantBroker {
  let pointer: OpaquePointer

  init?() {
    guard let pointer = libenchant_broker_make() else { return nil }
    self.pointer = pointer
  }

  deinit { libenchant_broker_free(pointer) }
}

/// One dictionary of enchant.
final class EnchantDictionary: SpellingDictionary {
  let language: String
  private let pointer: OpaquePointer
  private let broker: EnchantBroker

  /// - Returns: nil if there is none for the language.
  init?(_ language: String, _ broker: EnchantBroker) {
    guard let pointer = libenchant_open(broker.pointer, language) else { return nil }
    self.language = language
    self.pointer = pointer
    self.broker = broker
  }

  deinit { libenchant_close(broker.pointer, pointer) }

  func contains(_ word: String) -> Bool {
    word.withCString { libenchant_contains(pointer, $0, word.utf8.count) } != 0
  }

  func suggestions(for word: String) -> [String] {
    var count = 0
    guard let words = word.withCString({ libenchant_suggest(pointer, $0, word.utf8.count, &count) }) else {
      return []
    }
    defer { libenchant_free_suggestions(pointer, words) }
    return (0..<count).compactMap { index in words[index].map { String(cString: $0) } }
  }

  func add(_ word: String) -> Bool {
    word.withCString { libenchant_add(pointer, $0, word.utf8.count) }
    // This dictionary now contains the word even if it could not be written to disk; a newly opened one shows whether it was.
    let other = EnchantBroker().flatMap { EnchantDictionary(language, $0) }
    return other?.contains(word) ?? false
  }
}
