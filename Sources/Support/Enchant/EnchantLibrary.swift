import CEnchant
public import Spelling

/// The dictionaries of enchant: those of Hunspell where there are any, and the user's own words beside them.
public struct EnchantLibrary: SpellingLibrary {
  private let name: String

  /// The library as Debian installs it.
  public init() { self.init(name: "libenchant-2.so.2") }

  /// - Parameter name: what the file of the library is called.
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
