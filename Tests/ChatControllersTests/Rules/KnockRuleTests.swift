import ChatDomain
import Testing

@Suite("Reasons of requests to join")
struct KnockRuleTests {
  @Test("They are trimmed and truncated to the limit, between Characters")
  func reasons() {
    #expect(KnockRules.reason("  two words\n") == "two words")
    #expect(KnockRules.reason(" \n ") == nil && KnockRules.reason("") == nil)
    let long = String(repeating: "é", count: 400)
    #expect(KnockRules.reason(long)?.utf8.count == KnockRules.longestReason)
    #expect(KnockRules.reason(String(repeating: "👩‍👩‍👧‍👦", count: 100))?.last == "👩‍👩‍👧‍👦")
  }
}
