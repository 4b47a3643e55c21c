import DraftEngine
import Testing

@Suite("update(text:)")
struct UpdateTests {
  /// A draft, the text it is updated to, and what must be left of it.
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let after: String

    init(_ before: String, _ after: String) {
      self.before = before
      self.after = after
    }

    var testDescription: String { "\(before.visible) to \(after.visible)" }

    func run() throws {
      let before = try DraftNotation(before).document
      let after = try DraftNotation(after).document
      var draft = before
      draft.update(text: after.text)
      #expect(draft == after, "became \(DraftNotation(draft).description.visible)")
      #expect(UpdateLaws.breach(updating: before, to: after.text) == nil)
    }
  }

  @Test(
    "A mention whose words were left alone stays",
    arguments: [
      Case("Hi [Alex](user:a)!", "Hi [Alex](user:a)"),
      Case("Hi [Alex](user:a)!", "Hi [Alex](user:a),"),
      Case("[Alex](user:a) is here", "[Alex](user:a)"),
      Case("is here [Alex](user:a)", "[Alex](user:a)"),
      Case("I sent [Alex](user:a) this picture.", "I did not send [Alex](user:a) this picture."),
      Case("[Alex](user:a), can you look?", "Hey [Alex](user:a), could you have a look?"),
      Case("[a](user:a)[b](user:b)", "[a](user:a) and [b](user:b)"),
      Case("[a](user:a) and [b](user:b)", "[a](user:a)[b](user:b)"),
      Case("one [Ann](user:a) two [Bob](user:b) three", "1 [Ann](user:a) 2 [Bob](user:b) 3"),
      Case("", ""),
      Case("[Alex](user:a)", "[Alex](user:a)"),
    ])
  func untouched(update: Case) throws {
    try update.run()
  }

  @Test(
    "Letters at an edge are outside, also when the same letters stand on both sides of it",
    arguments: [
      Case("Hi [Alex](user:a)!", "Hi [Alex](user:a)a!"),
      Case("[ab](user:a)c", "a[ab](user:a)c"),
      Case("a[ab](user:a)c", "[ab](user:a)c"),
    ])
  func edges(update: Case) throws {
    try update.run()
  }

  @Test(
    "A mention that was changed goes, and its words stay",
    arguments: [
      Case("Hi [Alex](user:a)!", "Hi Al!"),
      Case("Hi [Alex](user:a)!", "Hi alex!"),
      Case("[Alex](user:a) is in", "Olga is in"),
      Case("[Ann Lee](user:a)", "Ann B. Lee"),
      Case("[Alex](user:a)", ""),
      Case("[e](user:a)", "e\u{301}"),
      Case("[\u{E9}](user:a)", "e\u{301}"),
    ])
  func changed(update: Case) throws {
    try update.run()
  }

  @Test(
    "A mention goes along when its words moved",
    arguments: [
      Case("[Ann](user:a) came. Ben left.", "Ben left. [Ann](user:a) came."),
      Case(
        "Ask [Bob](user:b) and then [Alex](user:a) now.", "Ask [Alex](user:a) and then [Bob](user:b) now."),
      Case("Bob and [Bob](user:b)", "Bob and then [Bob](user:b)"),
      Case("Bob and [Bob](user:b)", "[Bob](user:b)"),
    ])
  func moved(update: Case) throws {
    try update.run()
  }

  @Test(
    "Words that are the same but for their blanks are other words",
    arguments: [
      Case("[Ann ](user:a)came. Ben left today.", "Ben left today. Ann\tcame."),
      Case("[Ann Lee](user:a) came. Ben left today.", "Ben left today. Ann  Lee came."),
      Case("Ben left today. They saw[ Ann](user:a).", "They saw\nAnn. Ben left today."),
    ])
  func blanks(update: Case) throws {
    try update.run()
  }

  @Test(
    "Where an edit can have happened at several places, nothing fuses with a mention if it need not",
    arguments: [
      Case("[\u{20E3}](user:a)b", "[\u{20E3}](user:a)🇦\u{20E3}b"),
      Case("1[\u{1112}](user:a)", "1\u{1112}ि[\u{1112}](user:a)"),
      Case("[ ](user:a)b", " \u{94D}[ ](user:a)b"),
      Case("é\u{200D}[👧](user:a)e", "é\u{200D}[👧](user:a)👩\u{200D}👧e"),
    ])
  func fusing(update: Case) throws {
    try update.run()
  }
}
