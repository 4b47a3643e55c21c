/// One setting. A table of these is the source of everything about the configuration: reading it, messages about
/// faults, `--print-config`, the sample file, the manual.
struct Setting: Sendable {
  /// Its path: "drafts.enabled" is `enabled` in the object `drafts`.
  let key: String
  /// The expected value, as written before "was expected".
  let expected: String
  /// Its effect.
  let sentence: String
  /// Reads a value, or reports what is wrong with it.
  let read: @Sendable (JSON5Value, inout ConfigurationReader) -> Void
  /// The value as written in a file; lines after the first are indented as on the top level.
  let written: @Sendable (Configuration) -> String

  /// The objects that contain it, and its name there.
  var path: [String] { key.split(separator: ".").map(String.init) }

  /// Makes a setting whose value comes from one value of the file.
  ///
  /// - Parameters:
  ///   - convert: converts the value; nil if it is not valid.
  init<Value: Sendable>(
    _ key: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable, _ expected: String,
    _ sentence: String, convert: @escaping @Sendable (JSON5Value) -> Value?,
    written: @escaping @Sendable (Value) -> String
  ) {
    self.init(key, expected, sentence) { value, reader in
      guard let converted = convert(value) else {
        return reader.blame(value, "\(expected) was expected, and not \(value.words)")
      }
      reader.configuration[keyPath: path] = converted
    } written: {
      written($0[keyPath: path])
    }
  }

  init(
    _ key: String, _ expected: String, _ sentence: String,
    read: @escaping @Sendable (JSON5Value, inout ConfigurationReader) -> Void,
    written: @escaping @Sendable (Configuration) -> String
  ) {
    self.key = key
    self.expected = expected
    self.sentence = sentence
    self.read = read
    self.written = written
  }
}

extension Setting {
  static func flag(
    _ key: String, _ path: any WritableKeyPath<Configuration, Bool> & Sendable, _ sentence: String
  ) -> Setting {
    Setting(key, path, "true or false", sentence) { value in
      guard case .flag(let flag) = value.kind else { return nil }
      return flag
    } written: {
      "\($0)"
    }
  }

  static func number<Number: FixedWidthInteger & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Configuration, Number> & Sendable,
    _ range: ClosedRange<Number>,
    _ sentence: String
  ) -> Setting {
    Setting(key, path, words(range), sentence) {
      whole($0, in: range)
    } written: {
      "\($0)"
    }
  }

  /// A time that is written in days.
  static func days(
    _ key: String, _ path: any WritableKeyPath<Configuration, Duration> & Sendable, _ range: ClosedRange<Int>,
    _ sentence: String
  ) -> Setting {
    let day = 86400
    return Setting(key, path, words(range), sentence) {
      whole($0, in: range).map { .seconds($0 * day) }
    } written: {
      "\($0.components.seconds / Int64(day))"
    }
  }

  /// One of several words.
  static func choice<Value: Equatable & Sendable>(
    _ key: String, _ path: any WritableKeyPath<Configuration, Value> & Sendable,
    _ choices: [(word: String, value: Value)], _ sentence: String
  ) -> Setting {
    let words = choices.map { $0.word.quotedAsJSON }
    let expected = "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    return Setting(key, path, expected, sentence) { value in
      guard case .text(let text) = value.kind else { return nil }
      return choices.first { $0.word == text }?.value
    } written: { value in
      choices.first { $0.value == value }.map { $0.word.quotedAsJSON } ?? "null"
    }
  }

  /// A command for the shell; null leaves it to the program.
  static func command(
    _ key: String, _ path: any WritableKeyPath<Configuration, String?> & Sendable, _ sentence: String
  ) -> Setting {
    Setting(key, path, "a command, or null", sentence) { value -> String?? in
      switch value.kind {
      case .null: .some(nil)
      case .text(let text) where !text.allSatisfy(\.isWhitespace) && !text.contains("\0"): .some(text)
      default: nil
      }
    } written: {
      $0.map(\.quotedAsJSON) ?? "null"
    }
  }

  private static func words<Number>(_ range: ClosedRange<Number>) -> String {
    "a whole number from \(range.lowerBound) to \(range.upperBound)"
  }

  private static func whole<Number: FixedWidthInteger>(
    _ value: JSON5Value, in range: ClosedRange<Number>
  ) -> Number? {
    let number: Number? =
      switch value.kind {
      case .whole(let whole): Number(exactly: whole)
      case .number(let number): Number(exactly: number)
      default: nil
      }
    return number.flatMap { range.contains($0) ? $0 : nil }
  }
}
