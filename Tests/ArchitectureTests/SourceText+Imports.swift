extension SourceText {
  struct Import: Hashable {
    let module: String
    let line: Int
  }

  /// All imported modules, in the order of the file.
  var imports: [Import] {
    let modifiers = #/(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private|\s)*/#
    let statement =
      #/\bimport\s+(?:(?:typealias|struct|class|actor|enum|protocol|let|var|func)\s+)?(?<module>[\w`]+)/#
    let code = only(.code)
    return code.matches(of: statement).compactMap { match in
      // `import` may also be a label (`f(import: x)`) or a member (`x.import y`): a statement starts a line or
      // follows a semicolon, with at most attributes and an access level before it.
      let before = code[..<match.range.lowerBound]
      let lineStart = before.lastIndex { $0 == "\n" || $0 == ";" }.map(code.index(after:)) ?? code.startIndex
      guard code[lineStart..<match.range.lowerBound].wholeMatch(of: modifiers) != nil else { return nil }
      let offset = code.utf8.distance(from: code.startIndex, to: match.range.lowerBound)
      return Import(module: match.module.filter { $0 != "`" }, line: line(at: offset))
    }
  }
}
