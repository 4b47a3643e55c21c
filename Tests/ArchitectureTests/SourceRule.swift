/// Something that must not occur in a file under `Sources`, and how to find it.
struct SourceRule: Sendable {
  let name: String
  /// Words, one of which each violation has. Searching all files takes a second for each rule, so only files with one are searched.
  let words: [String]
  /// The only file that may contain it.
  var exception: String?
  /// The offsets of the violations.
  let find: @Sendable (SourceText) -> [Int]

  /// The violations in a file, a sentence each.
  func violations(in text: SourceText, path: String) -> [String] {
    guard path != exception, words.contains(where: text.has) else { return [] }
    return find(text).map { "\(path):\(text.line(at: $0)): \(name)" }
  }
}

extension SourceRule {
  static let all: [SourceRule] = [
    forceTry, silentTry, uncheckedSendable, unsafeNonisolated, unfinished, notImplemented, taskSleep,
  ]

  static let forceTry = SourceRule(name: "no `try!`: an error is thrown on or handled", words: ["try!"]) {
    text in
    text.offsets(of: #/\btry!/#, in: .code)
  }

  static let silentTry = SourceRule(
    name: "no bare `try?`: a comment on its line or the one above says why the error may go unseen",
    words: ["try?"]
  ) { text in
    let explained = text.commentedLines
    return text.offsets(of: #/\btry\?/#, in: .code).filter { offset in
      let line = text.line(at: offset)
      return !explained.contains(line) && !explained.contains(line - 1)
    }
  }

  static let uncheckedSendable = SourceRule(
    name: "no `@unchecked Sendable`: the compiler checks it", words: ["unchecked"]
  ) {
    text in
    text.offsets(of: #/@\s*unchecked\b/#, in: .code)
  }

  static let unsafeNonisolated = SourceRule(
    name: "no `nonisolated(unsafe)`: state has an owner", words: ["nonisolated"]
  ) { text in
    text.offsets(of: #/\bnonisolated\s*\(\s*unsafe\s*\)/#, in: .code)
  }

  static let unfinished = SourceRule(
    name: "no TODO or FIXME: finish it, or open an issue", words: ["TODO", "FIXME"]
  ) { text in
    text.offsets(of: #/\b(?:TODO|FIXME)\b/#, in: .comment)
  }

  static let taskSleep = SourceRule(
    name: "no `Task.sleep`: what sleeps asks a `ChatClock`", words: ["sleep"],
    exception: "Sources/Client/ChatPlatform/RunningClock.swift"
  ) { text in
    text.offsets(of: #/\b(?:Task(?:<[^>]*>)?|(?:Continuous|Suspending)Clock\(\))\.sleep\b/#, in: .code)
  }

  static let notImplemented = SourceRule(
    name: "no `fatalError(\"not implemented\")`: leave it out", words: ["fatalError"]
  ) { text in
    let call = #/fatalError\s*\(\s*[#"]+\s*not implemented/#.ignoresCase()
    let shown = text.only(.code, .string).utf8
    return text.offsets(of: #/\bfatalError\b/#, in: .code).filter { offset in
      Substring(shown.dropFirst(offset)).prefixMatch(of: call) != nil
    }
  }
}

extension SourceText {
  /// The offsets of the pattern in bytes of this kind.
  func offsets(of pattern: some RegexComponent, in kind: Kind) -> [Int] {
    let shown = only(kind)
    return shown.ranges(of: pattern).map { shown.utf8.distance(from: shown.startIndex, to: $0.lowerBound) }
  }
}
