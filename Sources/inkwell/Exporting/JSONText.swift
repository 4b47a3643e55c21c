/// JSON as it is written: objects keep the order of their members, and nothing in it does anything to a terminal.
indirect enum JSONText {
  case null
  case bool(Bool)
  case number(Int)
  case text(String)
  case list([JSONText])
  case object([(String, JSONText)])

  /// In several lines, without a line end behind the last one.
  func text(indentedBy indent: String = "") -> String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): Self.quoted(text)
    case .list(let items): Self.lines("[", items.map { $0.text(indentedBy: indent + "  ") }, "]", indent)
    case .object(let members):
      Self.lines(
        "{", members.map { "\(Self.quoted($0)): \($1.text(indentedBy: indent + "  "))" }, "}", indent)
    }
  }

  private static func lines(_ begin: String, _ items: [String], _ end: String, _ indent: String) -> String {
    guard !items.isEmpty else { return begin + end }
    return "\(begin)\n\(items.map { "\(indent)  \($0)" }.joined(separator: ",\n"))\n\(indent)\(end)"
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\t": quoted += "\\t"
      case _ where scalar.isPlain: quoted.unicodeScalars.append(scalar)
      default:
        for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter { quoted += escaped(unit) }
      }
    }
    return quoted + "\""
  }

  private static func escaped(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
