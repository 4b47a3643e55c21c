/// What stands in a JSON5 file, and on which line.
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

  /// As it is named in a sentence.
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

  /// A text as it is written in a file: quoted, with what cannot be seen escaped.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      // The second two end a line in some programs.
      case _ where scalar.value < 32 || (127..<160).contains(scalar.value),
        "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

/// Why a file is no JSON5, and on which line that shows.
struct JSON5Fault: Error, Equatable {
  let line: Int
  let sentence: String
}
