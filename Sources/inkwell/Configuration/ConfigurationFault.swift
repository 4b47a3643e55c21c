/// A fault in a configuration, in the words shown to the person.
struct ConfigurationFault: Error, Hashable, CustomStringConvertible {
  let file: String
  /// Nil if it is about the file as a whole.
  var line: Int?
  /// The setting; nil if the file is not JSON5.
  var key: String?
  let sentence: String

  var description: String {
    [line.map { "\(file):\($0)" } ?? file, key, sentence].compactMap(\.self).joined(separator: ": ").printable
  }
}

/// The faults of a configuration that is rejected as a whole.
struct ConfigurationFaults: Error, Hashable {
  let all: [ConfigurationFault]
}
