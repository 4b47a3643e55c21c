import Testing

/// The mentions when two copies of a draft are merged.
@Suite("Merging mentions")
struct MergedMentionTests {
  @Test(
    "A mention of one side is added, removed, retargeted or moved",
    arguments: [
      MergeCase("hi ann", "hi [ann](user:a)", "hi ann", "hi [ann](user:a)"),
      MergeCase("hi [ann](user:a)", "hi ann", "hi [ann](user:a)", "hi ann"),
      MergeCase("hi [ann](user:a)", "hi [ann](user:b)", "hi [ann](user:a)", "hi [ann](user:b)"),
      MergeCase("hi", "hi [ann](user:a)", "oh hi", "oh hi [ann](user:a)"),
      MergeCase("hi [ann](user:a) x", "hi x", "hi [ann](user:a) x y", "hi x y"),
      MergeCase("a b", "[x](user:x) a b", "a b [y](user:y)", "[x](user:x) a b [y](user:y)"),
      MergeCase(
        "ann and bob", "[ann](user:a) and bob", "ann and [bob](user:b)", "[ann](user:a) and [bob](user:b)"),
      MergeCase(
        "[ann](user:a) and bob", "ann and bob", "[ann](user:a) and [bob](user:b)", "ann and [bob](user:b)"),
      MergeCase(
        "see docs", "see [docs](url:https://x.y)", "see docs in #ops", "see [docs](url:https://x.y) in #ops"),
      MergeCase("see #ops", "see [#ops](channel:o)", "please see #ops", "please see [#ops](channel:o)"),
    ])
  func oneSide(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Edits around a mention leave it alone",
    arguments: [
      MergeCase(
        "hi [ann](user:a) there", "hello [ann](user:a) there", "hi [ann](user:a) here",
        "hello [ann](user:a) here"),
      MergeCase("hi [ann](user:a) there", "hi ann there", "hello [ann](user:a), there", "hello ann, there"),
      MergeCase("hi [ann](user:a)!", "hi [ann](user:a)?", "[ann](user:a)!", "[ann](user:a)?"),
      MergeCase(
        "[ann](user:a)[bob](user:b)", "[bob](user:b)", "[ann](user:a)[bob](user:b)!", "[bob](user:b)!"),
      MergeCase(
        "[ann](user:a)[bob](user:b)", "[ann](user:a)", "x [ann](user:a)[bob](user:b)", "x [ann](user:a)"),
      MergeCase(
        "One [ann](user:a). Two [bob](user:b).", "One [ann](user:a). 2 [bob](user:b).",
        "1 [ann](user:a). Two [bob](user:b).", "1 [ann](user:a). 2 [bob](user:b)."),
    ])
  func around(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Both sides made the same change to a mention",
    arguments: [
      MergeCase("hi ann", "hi [ann](user:a)", "hi [ann](user:a)", "hi [ann](user:a)"),
      MergeCase("hi [ann](user:a)", "hi ann", "hi ann", "hi ann"),
      MergeCase("hi [ann](user:a)", "hi [ann](user:b)", "hi [ann](user:b)", "hi [ann](user:b)"),
      MergeCase("hi [ann](user:a)", "hi", "hi", "hi"),
      MergeCase("hi @an", "hi [Ann Lee](user:a)", "hi [Ann Lee](user:a)", "hi [Ann Lee](user:a)"),
      MergeCase("hi @an", "hi [Ann Lee](user:a)", "hi Ann Lee", "hi [Ann Lee](user:a)"),
    ])
  func same(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Different changes to the same text: ours stays and both are reported",
    arguments: [
      MergeCase(
        "hi ann", "hi [ann](user:a)", "hi [ann](user:b)", "hi [ann](user:a)",
        .init("ann", "[ann](user:a)", "[ann](user:b)")),
      MergeCase(
        "hi [ann](user:a)", "hi [ann](user:b)", "hi [ann](user:c)", "hi [ann](user:b)",
        .init("[ann](user:a)", "[ann](user:b)", "[ann](user:c)")),
      MergeCase(
        "hi [ann](user:a)", "hi ann", "hi [ann](user:b)", "hi ann",
        .init("[ann](user:a)", "ann", "[ann](user:b)")),
      MergeCase(
        "hi [ann](user:a)", "hi [ann](user:b)", "hi ann", "hi [ann](user:b)",
        .init("[ann](user:a)", "[ann](user:b)", "ann")),
      MergeCase(
        "hi @an", "hi [Ann](user:a)", "hi [Ann](user:b)", "hi [Ann](user:a)",
        .init("@an", "[Ann](user:a)", "[Ann](user:b)")),
      MergeCase(
        "hi @an", "hi [Ann](user:a)", "hi [Anna](user:b)", "hi [Ann](user:a)",
        .init("@an", "[Ann](user:a)", "[Anna](user:b)")),
      MergeCase(
        "ann lee kim", "[ann lee](user:a) kim", "ann [lee kim](user:b)", "[ann lee](user:a) kim",
        .init("ann lee kim", "[ann lee](user:a) kim", "ann [lee kim](user:b)")),
    ])
  func conflict(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "A word changed on one side and mentioned, removed or retargeted on the other is a conflict",
    arguments: [
      MergeCase(
        "hi [ann](user:a)", "hi anna", "hi [ann](user:b)", "hi anna",
        .init("[ann](user:a)", "anna", "[ann](user:b)")),
      MergeCase(
        "hi [ann](user:a)", "hi [ann](user:b)", "hi anna", "hi [ann](user:b)",
        .init("[ann](user:a)", "[ann](user:b)", "anna")),
      MergeCase("hi ann", "hi anna", "hi [ann](user:a)", "hi anna", .init("ann", "anna", "[ann](user:a)")),
      MergeCase(
        "hi ann", "hi [ann](user:a)", "hi anna", "hi [ann](user:a)", .init("ann", "[ann](user:a)", "anna")),
      MergeCase(
        "hi [ann](user:a) x", "hi x", "hi [ann](user:b) x", "hi x",
        .init("[ann](user:a) ", "", "[ann](user:b) ")),
      MergeCase(
        "hi [ann](user:a) x", "hi [ann](user:b) x", "hi x", "hi [ann](user:b) x",
        .init("[ann](user:a) ", "[ann](user:b) ", "")),
    ])
  func changedWord(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "A full name is one unit",
    arguments: [
      MergeCase(
        "hi [Ann Lee](user:a) x", "hi [Ann](user:a) x", "hi [Ann Lee](user:a) y", "hi [Ann](user:a) y"),
      MergeCase("hi [Ann Lee](user:a) x", "hi Anna Lee x", "hi [Ann Lee](user:a) y", "hi Anna Lee y"),
      MergeCase(
        "hi [Ann Lee](user:a) x", "hi Anna Lee x", "hi Ann Li x", "hi Anna Lee x",
        .init("[Ann Lee](user:a)", "Anna Lee", "Ann Li")),
      MergeCase(
        "hi [Ann Lee](user:a) x", "hi [Ann](user:a) x", "hi [Lee](user:a) x", "hi [Ann](user:a) x",
        .init("[Ann Lee](user:a) ", "[Ann](user:a) ", "[Lee](user:a) ")),
    ])
  func fullName(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Namesakes are distinguished",
    arguments: [
      MergeCase(
        "[Ann](user:a) and [Ann](user:b)", "[Ann](user:a) and [Ann](user:b), ok", "[Ann](user:b)",
        "[Ann](user:b), ok"),
      MergeCase(
        "Hello. Bye.", "Hello [Ann](user:a). Bye.", "Hello. Bye [Ann](user:a).",
        "Hello [Ann](user:a). Bye [Ann](user:a)."),
      MergeCase(
        "Hello. Bye.", "Hello [Ann](user:a). Bye.", "Hello. Bye [Ann](user:b).",
        "Hello [Ann](user:a). Bye [Ann](user:b)."),
      MergeCase(
        "Ann said [Ann](user:a) came", "Ann said [Ann](user:a) came late",
        "[Ann](user:b) said [Ann](user:a) came",
        "[Ann](user:b) said [Ann](user:a) came late"),
    ])
  func namesakes(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "A mention that moved with its sentence stays a mention",
    arguments: [
      MergeCase(
        "Ask [Ann](user:a) first. Then go on. All is well.",
        "Ask [Ann](user:a) first. Then go on. All is fine.",
        "Then go on. Ask [Ann](user:a) first. All is well.",
        "Then go on. Ask [Ann](user:a) first. All is fine.")
    ])
  func moved(merge: MergeCase) throws {
    try merge.run()
  }

  @Test(
    "Both sides change several words of a full name",
    arguments: [
      MergeCase("[aaaaaaaaaa mid bb](user:a)", "x mid by", "[aaaaaaaaaa mid bb](user:a)", "x mid by"),
      MergeCase("x[cd](user:a)[yyyyyyyy](user:b)", "x cd", "x[cd](user:a)[yyyyyyyy](user:b)", "x cd"),
    ])
  func longName(merge: MergeCase) throws {
    try merge.run()
  }
}
