import Testing

/// The expected mentions in a text that was edited elsewhere and returned as a whole.
@Suite("A new text keeps mentions whose text is unchanged")
struct UpdateTests {
  @Test(
    "The samples of the specification",
    arguments: [
      UpdateCase(
        "I sent [Alex](user:alex_d) this picture.", "I did not send [Alex](user:alex_d) this picture."),
      UpdateCase("I sent [Alex](user:alex_d) this picture.", "I sent Kate this picture."),
      UpdateCase("Hello [Alex](user:alex_d)!", "Hello [Alex](user:alex_d)! I have sent you this link."),
      UpdateCase("[Alex](user:a) [#off](channel:o)", "Hey [Alex](user:a), see [#off](channel:o) now"),
    ])
  func seeds(update: UpdateCase) throws { try update.run() }

  @Test(
    "Where the reference fails, the result is what a person expects",
    arguments: [
      UpdateCase("Hi [Alex](user:u)!", "Hi [Alex](user:u)"),
      UpdateCase("Hi [Alex](user:u)!", "Hi [Alex](user:u),"),
      UpdateCase("Hi [Alex](user:u)!", "Hi [Alex](user:u)"),
      UpdateCase("[Alex](user:a) is here", "[Alex](user:a)"),
      UpdateCase("[Bob](user:b) [Alex](user:a)", "[Bob](user:b)"),
      UpdateCase("[Bob](user:b) [Alex](user:a)", "[Alex](user:a)"),
      UpdateCase("[AA](user:a)[BB](user:b)", "[AA](user:a)"),
      UpdateCase("[AA](user:a)[BB](user:b)", "[BB](user:b)"),
      UpdateCase("[Alex](user:a)", "[Alex](user:a) Alex"),
      UpdateCase("Hi [Alex](user:u)!", "Hi Al!"),
      UpdateCase("Hi [Alex](user:u)!", "Hi alex!"),
    ])
  func reference(update: UpdateCase) throws { try update.run() }

  @Test(
    "The same words in a different order keep all mentions",
    arguments: [
      UpdateCase("[Bob](user:b) [Alex](user:a)", "[Alex](user:a) [Bob](user:b)"),
      UpdateCase("thanks [Ann](user:a)", "[Ann](user:a) thanks"),
      UpdateCase(
        "I met [Ann](user:a) and then [Bob](user:b) there", "I met [Bob](user:b) and then [Ann](user:a) there"
      ),
    ])
  func reordered(update: UpdateCase) throws { try update.run() }

  @Test(
    "Letters appended to a name stay outside, even if the text around changed",
    arguments: [
      UpdateCase("hello [Ann](user:a) bye", "hallo [Ann](user:a)s bye"),
      UpdateCase("안녕 [철수](user:c) 집에 가", "안냥 [철수](user:c)는 집에 가"),
      UpdateCase("a [Ann](user:a)[Bob](user:b) x", "b [Ann](user:a)[Bob](user:b) y"),
      UpdateCase("ask [Ann](user:a) now", "tell JoAnn later"),
    ])
  func glued(update: UpdateCase) throws { try update.run() }

  @Test(
    "One edit next to a mention keeps it",
    arguments: [
      UpdateCase("hi [Ann](user:a) ", "hi [Ann](user:a)"),
      UpdateCase("hi [Ann](user:a)", "hi [Ann](user:a) "),
      UpdateCase("hi [Ann](user:a).", "hi [Ann](user:a)?!"),
      UpdateCase("hi [Ann](user:a), you", "hi [Ann](user:a) you"),
      UpdateCase("hi [Ann](user:a)", "[Ann](user:a)"),
      UpdateCase("hi [Ann](user:a)", "hi, [Ann](user:a)"),
      UpdateCase("([Ann](user:a))", "[Ann](user:a)"),
      UpdateCase("[Ann](user:a) left", "\"[Ann](user:a)\" left"),
      UpdateCase("hi [@ann](user:a)", "hi [@ann](user:a)'s"),
      UpdateCase("[Ann](user:a)\n", "[Ann](user:a)"),
      UpdateCase("x\n[Ann](user:a)", "x [Ann](user:a)"),
    ])
  func beside(update: UpdateCase) throws { try update.run() }

  @Test(
    "Text before, between and after mentions may all change",
    arguments: [
      UpdateCase(
        "Tell [Ann](user:a) that [Bob](user:b) is late.", "Ask [Ann](user:a) whether [Bob](user:b) was ill!"),
      UpdateCase("one [Ann](user:a) two [Bob](user:b) three", "1 [Ann](user:a) 2 [Bob](user:b) 3"),
      UpdateCase("[Ann](user:a) and [Bob](user:b)", "[Ann](user:a), Carl and [Bob](user:b)"),
      UpdateCase("[Ann](user:a) and [Bob](user:b) go home", "only [Bob](user:b) went away"),
      UpdateCase(
        "[Ann Lee](user:a) is off, so [Bob](user:b) does it", "as [Ann Lee](user:a) is ill [Bob](user:b) will"
      ),
    ])
  func between(update: UpdateCase) throws { try update.run() }

  @Test(
    "Sentences and paragraphs move with their mentions",
    arguments: [
      UpdateCase("Ask [Ann](user:a) first. Then we go.", "Then we go. Ask [Ann](user:a) first."),
      UpdateCase(
        "Ask [Ann](user:a) first. Then tell [Bob](user:b) too.",
        "Then tell [Bob](user:b) too. Ask [Ann](user:a) first."),
      UpdateCase(
        "Intro.\n\n[Ann](user:a) does this part.\n\n[Bob](user:b) does that one.",
        "Intro.\n\n[Bob](user:b) does that one.\n\n[Ann](user:a) does this part."),
      UpdateCase(
        "- ask [Ann](user:a)\n- ask [Bob](user:b)\n- ask [Carl](user:c)",
        "- ask [Carl](user:c)\n- ask [Ann](user:a)\n- ask [Bob](user:b)"),
      UpdateCase("see [https://a.b/c](url:https://a.b/c) now", "now see [https://a.b/c](url:https://a.b/c)"),
      UpdateCase(
        "See [the docs](url:https://x.y) for more. Bye.", "Bye. See [the docs](url:https://x.y) for more."),
    ])
  func moved(update: UpdateCase) throws { try update.run() }

  @Test(
    "A changed name, or one with letters typed in or next to it, is no longer a mention",
    arguments: [
      UpdateCase("hi [Ann](user:a) x", "hi Bob x"),
      UpdateCase("hi [Ann](user:a) x", "hi A.nn x"),
      UpdateCase("hi [Ann Lee](user:a) x", "hi Ann x"),
      UpdateCase("hi [Ann Lee](user:a) x", "hi Ann Maria Lee x"),
      UpdateCase("hi [Ann](user:a) x", "hi [Ann](user:a)e x"),
      UpdateCase("hi [Ann](user:a) x", "hi Jo[Ann](user:a) x"),
      UpdateCase("hi [Ann](user:a) x", "hi x"),
    ])
  func changed(update: UpdateCase) throws { try update.run() }

  @Test(
    "Everything replaced, cleared, written from nothing, or unchanged",
    arguments: [
      UpdateCase("hi [Ann](user:a)", ""),
      UpdateCase("", "hello"),
      UpdateCase("", ""),
      UpdateCase("hi [Ann](user:a)", "something else entirely"),
      UpdateCase("hi [Ann](user:a)", "hi [Ann](user:a)"),
      UpdateCase("[Ann](user:a)", "Bob"),
    ])
  func everything(update: UpdateCase) throws { try update.run() }

  @Test(
    "Blanks may be added and removed",
    arguments: [
      UpdateCase("a [Ann](user:a) b", "a  [Ann](user:a)  b"),
      UpdateCase("a  [Ann](user:a)  b", "a [Ann](user:a) b"),
      UpdateCase(" [Ann](user:a) ", "[Ann](user:a)"),
      UpdateCase("a [Ann](user:a) b", "a\n[Ann](user:a)\n\nb"),
      UpdateCase("a\n[Ann](user:a)\nb", "a\r\n[Ann](user:a)\r\nb"),
      UpdateCase("  [Ann](user:a)\t[Bob](user:b)", "\t[Ann](user:a)  [Bob](user:b) "),
    ])
  func blanks(update: UpdateCase) throws { try update.run() }
}
