import Testing

/// The same name twice: a mention and plain text, or two mentions.
@Suite("A new text does not give mentions to namesakes")
struct NamesakeTests {
  @Test(
    "The name is inserted as plain text before or after the mention",
    arguments: [
      UpdateCase("[Ann](user:a) is here", "[Ann](user:a) is here. Ann!"),
      UpdateCase("ask [Ann](user:a) now", "Ann? ask [Ann](user:a) now"),
      UpdateCase("ask [Ann](user:a) now", "ask [Ann](user:a) now, Ann knows"),
      UpdateCase("I think [Ann](user:a) did it.", "Ann said so. I think [Ann](user:a) did it."),
      UpdateCase("I think [Ann](user:a) did it.", "I think [Ann](user:a) did it. Or so Ann said."),
    ])
  func arrives(update: UpdateCase) throws { try update.run() }

  @Test(
    "One of two is deleted, and the other keeps its kind",
    arguments: [
      UpdateCase("Ann asked [Ann](user:a) today", "Somebody asked [Ann](user:a) today"),
      UpdateCase("Ann asked [Ann](user:a) today", "Ann asked somebody today"),
      UpdateCase("[Ann](user:a) met [Ann](user:b) here", "[Ann](user:a) met nobody here"),
      UpdateCase("[Ann](user:a) met [Ann](user:b) here", "Nobody met [Ann](user:b) here"),
      UpdateCase("[Bob](user:1) and Bob", "[Bob](user:1)"),
      UpdateCase("Bob and [Bob](user:2)", "[Bob](user:2)"),
      UpdateCase("Ask [Ann](user:a). Then tell [Ann](user:b).", "Then tell [Ann](user:b)."),
      UpdateCase("Ask [Ann](user:a). Then tell [Ann](user:b).", "Ask [Ann](user:a)."),
    ])
  func goes(update: UpdateCase) throws { try update.run() }

  @Test(
    "Sentences with namesakes swap places",
    arguments: [
      UpdateCase(
        "Please ask [Ann](user:a) about lunch. Then tell [Ann](user:b) the price.",
        "Then tell [Ann](user:b) the price. Please ask [Ann](user:a) about lunch."),
      UpdateCase(
        "Please ask [Ann](user:a) about lunch. Some Ann left the keys here.",
        "Some Ann left the keys here. Please ask [Ann](user:a) about lunch."),
    ])
  func moves(update: UpdateCase) throws { try update.run() }

  @Test(
    "Adjacent mentions stay separate",
    arguments: [
      UpdateCase("[Ann](user:a)[Bob](user:b)", "[Ann](user:a) [Bob](user:b)"),
      UpdateCase("[Ann](user:a)[Bob](user:b)", "[Ann](user:a)[Bob](user:b)!"),
      UpdateCase("[Ann](user:a)[Ann](user:b)", "[Ann](user:a), [Ann](user:b)"),
      UpdateCase("[@a](user:a)[#b](channel:b)", "x[@a](user:a)[#b](channel:b)y"),
      UpdateCase("[Ann](user:a)[Bob](user:b)[Carl](user:c)", "[Ann](user:a)[Carl](user:c)"),
      UpdateCase("[a](user:a)[a](user:b)", "Hey [a](user:a)[a](user:b)"),
    ])
  func touching(update: UpdateCase) throws { try update.run() }

  @Test(
    "Scripts without blanks, emoji, accents and line ends",
    arguments: [
      UpdateCase("你好[小明](user:m)再见", "你好啊[小明](user:m)，再见"),
      UpdateCase("[小明](user:m)和[小红](user:h)来了", "昨天[小明](user:m)跟[小红](user:h)走了"),
      UpdateCase("👋[Ann](user:a)👋", "👋🏽[Ann](user:a)🎉"),
      UpdateCase("hi [👩‍👩‍👧](user:f) ok", "hello [👩‍👩‍👧](user:f) yes"),
      UpdateCase("hi [🇩🇪](channel:de)", "hi 🇫🇷[🇩🇪](channel:de)"),
      UpdateCase("[José](user:j) là", "[José](user:j) voilà"),
      UpdateCase("[Jose\u{301}](user:j) x", "y [Jose\u{301}](user:j)"),
      UpdateCase("a\r\n[Ann](user:a)\r\nb", "a\n[Ann](user:a)\nb"),
      UpdateCase("Привет, [Аня](user:a)!", "Пока, [Аня](user:a)."),
      UpdateCase("[Ann](user:a) x", "Ann\u{301} x"),
      UpdateCase("[Ann](user:a)", "Ann\u{200D}"),
      UpdateCase("[はな](user:h)さん", "[はな](user:h)ちゃん"),
    ])
  func scripts(update: UpdateCase) throws { try update.run() }
}

/// Cases in which a comparison of bytes or words alone would be wrong.
@Suite("New texts and fused Characters")
struct UpdateFusingTests {
  @Test(
    "An edit with several possible positions avoids fusing with a mention",
    arguments: [
      UpdateCase("[\u{20E3}](user:a)b", "[\u{20E3}](user:a)🇦\u{20E3}b"),
      UpdateCase("1[\u{1112}](user:a)", "1\u{1112}ि[\u{1112}](user:a)"),
      UpdateCase("[ ](user:a)b", " \u{94D}[ ](user:a)b"),
      UpdateCase("é\u{200D}[👧](user:a)e", "é\u{200D}[👧](user:a)👩\u{200D}👧e"),
    ])
  func ambiguous(update: UpdateCase) throws { try update.run() }

  @Test(
    "An accent or another normal form changes a mention",
    arguments: [
      UpdateCase("[e](user:a)", "e\u{301}"),
      UpdateCase("[\u{E9}](user:a)", "e\u{301}"),
      UpdateCase("[e\u{301}](user:a) x", "\u{E9} x"),
      UpdateCase("[🇩🇪](user:a)", "🇦🇩🇪"),
    ])
  func fused(update: UpdateCase) throws { try update.run() }

  @Test(
    "Text that differs only in blanks is different",
    arguments: [
      UpdateCase("[Ann ](user:a)came. Ben left today.", "Ben left today. Ann\tcame."),
      UpdateCase("[Ann Lee](user:a) came. Ben left today.", "Ben left today. Ann  Lee came."),
      UpdateCase("Ben left today. They saw[ Ann](user:a).", "They saw\nAnn. Ben left today."),
    ])
  func blanks(update: UpdateCase) throws { try update.run() }
}
