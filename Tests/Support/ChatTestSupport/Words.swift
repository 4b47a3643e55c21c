public import ChatDomain

/// The words of a run. Each has a unique number, so that it can be found again anywhere.
public struct Words: Sendable {
  public private(set) var last = 0
  /// Words that a person typed and did not remove.
  public private(set) var alive: Set<String> = []
  /// Words that may be lost: the device crashed while its store failed.
  public private(set) var forgiven: Set<String> = []

  public init() {}

  /// Makes a unique word from the person, the device and a number.
  public mutating func new(by person: Int, on device: Int) -> String {
    last += 1
    return "w\(person)\(device)x\(last)e"
  }

  /// Records that a person's edit turned one text into another.
  public mutating func edited(from old: String, to new: String) {
    let before = Self.words(in: old)
    let after = Self.words(in: new)
    alive.subtract(before.subtracting(after))
    alive.formUnion(after.subtracting(before))
  }

  public mutating func remove(_ words: Set<String>) { alive.subtract(words) }

  public mutating func forgive(_ words: Set<String>) { forgiven.formUnion(words) }

  /// Where the words of a text start, and its end, counted in Characters.
  public static func starts(in text: String) -> [Int] {
    var starts = [0, text.count]
    var isGap = false
    for (offset, character) in text.enumerated() {
      if isGap { starts.append(offset) }
      isGap = character == " "
    }
    return starts
  }

  /// The words of a run in a text, also those without a space between them.
  public static func words(in text: String) -> Set<String> {
    var result: Set<String> = []
    var word = ""
    for byte in text.utf8 {
      let letter = Character(Unicode.Scalar(byte))
      switch (letter, word.isEmpty) {
      case ("w", _): word = "w"
      case ("0"..."9", false), ("x", false): word.append(letter)
      case ("e", false):
        if word.contains("x") { result.insert(word + "e") }
        word = ""
      default: word = ""
      }
    }
    return result
  }
}

extension Message {
  /// The id that is the same before and after the message is sent.
  public var stableID: MessageID { transactionId.map { MessageID($0.rawValue) } ?? id }
}

/// A kind of step of a random run.
public protocol WeightedStep: CaseIterable {
  /// The relative frequency.
  var weight: Int { get }
}

extension WeightedStep {
  public static func random(using chance: inout some RandomNumberGenerator) -> Self {
    let all = Array(allCases)
    var number = Int.random(in: 0..<all.reduce(0) { $0 + $1.weight }, using: &chance)
    for step in all {
      number -= step.weight
      if number < 0 { return step }
    }
    return all[all.count - 1]
  }
}
