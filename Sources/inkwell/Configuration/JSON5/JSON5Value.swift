/// A value in a JSON5 file, with its line.
struct JSON5Value: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    case null
    case flag(Bool)
    /// A number without a fraction, exactly.
    case whole(Int128)
    case number(Double)
    case text(String)
    case list([JSON5Value])
    case object([Member])
  }

  struct Member: Equatable, Sendable {
    let key: String
    let line: Int
    let value: JSON5Value
  }

  let kind: Kind
  let line: Int

  /// Its kind, as named in a sentence.
  var words: String {
    switch kind {
    case .null: "null"
    case .flag(let value): "\(value)"
    case .whole(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let value): value.count > 40 ? "“\(value.prefix(40))…”" : "“\(value)”"
    case .list: "a list"
    case .object: "an object"
    }
  }
}

/// Why a file is not JSON5, and the line of the fault.
struct JSON5Fault: Error, Equatable {
  let line: Int
  let sentence: String
}
