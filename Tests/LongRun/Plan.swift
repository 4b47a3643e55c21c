/// How long the day is and what happens in it.
nonisolated struct Plan {
  var hours = 8
  var messages = 200_000
  var drafts = 5_000

  var seconds: Int { hours * 3600 }

  /// How many of something have happened by the end of a second.
  func due(_ total: Int, at second: Int) -> Int { total * (second + 1) / seconds }
}
