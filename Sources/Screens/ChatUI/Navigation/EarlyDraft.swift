import ChatDomain

/// Which words and files of the draft in no channel were put there before it was known which place to begin with: they belong
/// there.
struct EarlyDraft {
  /// What of its words moves to the first place.
  enum Share: Hashable {
    case nothing
    /// The range, in UTF-8.
    case words(Range<Int>)
    /// What was left there before was changed with them: nobody can tell them apart.
    case mixed
  }

  /// Whether the first place is still looked for.
  private(set) var isPlaceAwaited = true
  /// Whether the words that stood in no channel at the start were typed early too, in a session that ended before its place
  /// was open.
  var wordsAreInherited = false
  /// The same of the files.
  var filesAreInherited = false
  /// The words that were left in no channel before this session.
  var wordsBefore = ""
  /// The files that were in no channel at the start. Nil until that is known.
  var filesBefore: [InputFile]?

  /// What stands in no channel from now on is there to stay.
  mutating func stopAwaitingPlace() { isPlaceAwaited = false }

  /// Whether something was typed while no place was known.
  func areTyped(in now: String) -> Bool { isPlaceAwaited && now != wordsBefore && !now.isEmpty }

  /// Which of the files that are in no channel now move to the first place. Those that were left there stay.
  func files(among now: [InputFile]) -> [InputFile] {
    guard isPlaceAwaited, let filesBefore else { return [] }
    return filesAreInherited ? now : now.filter { !filesBefore.contains($0) }
  }

  /// Which of the words that stand in no channel now move to the first place. Those that were left there stay.
  func share(in now: String) -> Share {
    guard isPlaceAwaited, !now.isEmpty else { return .nothing }
    if wordsAreInherited || wordsBefore.isEmpty { return .words(0..<now.utf8.count) }
    if now == wordsBefore { return .nothing }
    let (old, new) = (Array(wordsBefore), Array(now))
    let front = zip(old, new).prefix { $0 == $1 }.count
    let back = zip(old.reversed(), new.reversed()).prefix(old.count - front).prefix { $0 == $1 }.count
    guard front + back == old.count, new.count > old.count else { return .mixed }
    let start = new[..<front].reduce(0) { $0 + $1.utf8.count }
    return .words(start..<now.utf8.count - new.suffix(back).reduce(0) { $0 + $1.utf8.count })
  }
}
