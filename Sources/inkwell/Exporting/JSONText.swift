/// JSON for output: objects keep the order of their members, and nothing in it affects a terminal.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Int)
  case text(String)
  case list([JSONText])
  case object([(String, JSONText)])

  /// On several lines, without a line end after the last one.
  func text(indentedBy indent: String = "") -> String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): text.quotedAsJSON
    case .list(let items): Self.lines("[", items.map { $0.text(indentedBy: indent + "  ") }, "]", indent)
    case .object(let members):
      Self.lines(
        "{", members.map { "\($0.quotedAsJSON): \($1.text(indentedBy: indent + "  "))" }, "}", indent)
    }
  }

  private static func lines(_ begin: String, _ items: [String], _ end: String, _ indent: String) -> String {
    guard !items.isEmpty else { return begin + end }
    return "\(begin)\n\(items.map { "\(indent)  \($0)" }.joined(separator: ",\n"))\n\(indent)\(end)"
  }
}

extension String {
  /// As a string of JSON and JSON5, with invisible characters and those that affect a terminal escaped.
  var quotedAsJSON: String {
    var quoted = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.isPlain: quoted.unicodeScalars.append(scalar)
      default:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
          let digits = String(unit, radix: 16)
          quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return quoted + "\""
  }
}
