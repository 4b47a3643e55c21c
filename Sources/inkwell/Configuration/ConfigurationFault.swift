/// What is wrong in a configuration, in the words that a person is told.
struct ConfigurationFault: Error, Hashable, CustomStringConvertible {
  let file: String
  /// Nil where it is about the file as a whole.
  var line: Int?
  /// The setting; nil where the file is no JSON5.
  var key: String?
  let sentence: String

  var description: String {
    [line.map { "\(file):\($0)" } ?? file, key, sentence].compactMap(\.self).joined(separator: ": ").printable
  }
}

/// All that is wrong in it. Nothing of it is in force then.
struct ConfigurationFaults: Error, Hashable {
  let all: [ConfigurationFault]
}
