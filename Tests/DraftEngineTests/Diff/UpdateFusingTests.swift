import Testing

/// Where bytes and words alone would lead astray.
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
