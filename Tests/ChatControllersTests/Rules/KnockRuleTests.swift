import ChatDomain
import Testing

@Suite("Reasons for asking to be let in")
struct KnockRuleTests {
  @Test("Without blanks around them, and no longer than they may be, in whole letters")
  func reasons() {
    #expect(KnockRules.reason("  two words\n") == "two words")
    #expect(KnockRules.reason(" \n ") == nil && KnockRules.reason("") == nil)
    let long = String(repeating: "é", count: 400)
    #expect(KnockRules.reason(long)?.utf8.count == KnockRules.longestReason)
    #expect(KnockRules.reason(String(repeating: "👩‍👩‍👧‍👦", count: 100))?.last == "👩‍👩‍👧‍👦")
  }
}
