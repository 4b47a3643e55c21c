import DraftEngine
import Testing

@Suite("Mention triggers")
struct MentionTriggerTests {
  @Test(
    "The symbol and its position",
    arguments: [
      TriggerCase("@|", "@"), .init("@an|", "@an"), .init("hi #gen|", "#gen"), .init("hi :smi|", ":smi"),
      .init("/qu|", "/qu"), .init("|@an", nil), .init("hi|", nil), .init("|", nil), .init("@an |", nil),
      .init("a\n@an|", "@an"), .init("a\r\n@an|", "@an"), .init("a\t@an|", "@an"),
      .init("a\u{A0}@an|", "@an"), .init("a\u{3000}@an|", "@an"), .init("a\u{2028}@an|", "@an"),
      .init("(@an|", "@an"), .init("x[@an|", "@an"), .init("{#an|", "#an"), .init("“@an|", "@an"),
      .init("«@an|", "@an"), .init("‘@an|", "@an"), .init("„@an|", "@an"), .init("「@an|", "@an"),
      .init("\"@an|", "@an"), .init("'@an|", "@an"), .init("¿@an|", "@an"), .init("¡@an|", "@an"),
      .init("bob@an|", nil), .init("é@an|", nil), .init(")@an|", nil), .init("”@an|", nil),
      .init(",@an|", nil), .init("@@an|", nil), .init("10:30|", nil), .init("and/or|", nil),
      .init("/usr/bin|", nil), .init("👍@an|", nil), .init("漢@an|", nil), .init("-@an|", nil),
      .init(" \u{301}@an|", nil), .init("\u{600}@an|", nil), .init("x /usr|", "/usr"), .init(":tada:|", nil),
      .init("👍 @an|", "@an"),
    ])
  func symbols(_ row: TriggerCase) { row.check() }

  @Test(
    "What a name may contain",
    arguments: [
      TriggerCase("@john_doe-2.x|", "@john_doe-2.x"), .init("@Jose\u{301}|", "@Jose\u{301}"),
      .init("@Zoë|", "@Zoë"), .init("@漢字かな|", "@漢字かな"), .init("@नमस्ते|", "@नमस्ते"), .init("@٣|", "@٣"),
      .init("@1|", "@1"), .init("@می‌خواهم|", "@می‌خواهم"), .init("@می‌|", "@می‌"), .init("@ক্‌ষ|", "@ক্‌ষ"),
      .init("@র‍্যাব|", "@র‍্যাব"), .init("@a\u{200D}1|", nil), .init("@1\u{200D}a|", nil),
      .init("@a\u{200C}\u{200D}b|", nil), .init("@\u{200D}a|", nil), .init("@\u{301}a|", nil),
      .init("#\u{FE0F}\u{20E3}|", nil), .init("#️⃣a|", nil), .init(":+1|", ":+1"), .init("@+1|", nil),
      .init("#c++|", nil), .init(":c+1|", ":c+1"), .init("@a b|", nil), .init("@a,b|", nil),
      .init("@don't|", nil), .init("@👍|", nil), .init("@❤️|", nil), .init("@a(|", nil), .init("@|an", "@"),
      .init("@a|n", "@a"), .init("@ann| and more", "@ann"),
      .init("@" + String(repeating: "a", count: 128) + "|", "@" + String(repeating: "a", count: 128)),
      .init("@" + String(repeating: "a", count: 129) + "|", nil),
    ])
  func names(_ row: TriggerCase) { row.check() }

  @Test(
    "There is no trigger in a mention",
    arguments: [
      TriggerCase("⟦@ann⟧|", nil), .init("⟦@a|nn⟧", nil), .init("⟦x @an|n⟧", nil), .init("⟦(⟧@an|", "@an"),
      .init("⟦ ⟧@an|", "@an"), .init("@⟦ann⟧|", nil), .init("@a⟦n⟧n|", nil), .init("@an|⟦n⟧", "@an"),
      .init("@|⟦an⟧", "@"), .init("⟦Ann⟧ @an|", "@an"), .init("⟦Ann⟧ ⟦Bo⟧ @an| ⟦Cy⟧", "@an"),
      .init("⟦Ann⟧@an|", nil), .init("⟦@⟧an|", nil),
    ])
  func mentions(_ row: TriggerCase) { row.check() }

  @Test(
    "There is no trigger in an address",
    arguments: [
      TriggerCase("https://x.y/(@an|", nil), .init("(https://x.y/'@an|", nil), .init("x://\"@an|", nil),
      .init("www.x.y/(@an|", nil), .init("((Www.x.y/(@an|", nil), .init("a\u{A0}www.(@an|", nil),
      .init("«mailto:a(@an|", nil), .init("MAILTO:(@an|", nil), .init("https://x.y @an|", "@an"),
      .init("https://x.y\u{3000}(@an|", "@an"), .init("https:/x(@an|", "@an"), .init("awww.x(@an|", "@an"),
      .init("www(@an|", "@an"), .init("x,mailto:a(@an|", "@an"), .init("(@an|://x", "@an"),
      .init("a:b//c(@an|", "@an"), .init("https://x\né(@an|", "@an"), .init("://(@an|", nil),
      .init("https:|", nil), .init("https:/|", nil), .init("https://|", nil),
      .init("é\u{2009}漢字ã(@an|", "@an"),
    ])
  func addresses(_ row: TriggerCase) { row.check() }

  @Test("A command trigger is at the very start, before any blank")
  func start() throws {
    #expect(try #require(MentionTrigger.at(caret: 3, in: "/me", mentions: [])).isAtStart)
    #expect(try #require(MentionTrigger.at(caret: 4, in: " /me", mentions: [])).isAtStart == false)
    #expect(try #require(MentionTrigger.at(caret: 4, in: "(/me", mentions: [])).isAtStart == false)
  }

  @Test("A caret outside the text or inside a Character moves to a boundary")
  func clamping() {
    let text = "@e\u{301}"
    #expect(MentionTrigger.at(caret: 99, in: text, mentions: [])?.query == "e\u{301}")
    #expect(MentionTrigger.at(caret: 2, in: text, mentions: [])?.range == 0..<1)
    #expect(MentionTrigger.at(caret: 3, in: text, mentions: [])?.range == 0..<1)
    #expect(MentionTrigger.at(caret: -1, in: text, mentions: []) == nil)
    #expect(MentionTrigger.at(caret: 1, in: "", mentions: []) == nil)
  }

  @Test("A draft knows its mentions")
  func draft() {
    let draft = DraftDocument(elements: [
      .link(text: "@Ann", target: .user(userId: "ann")), .plainText(text: " @bo"),
    ])
    #expect(draft.trigger(atUTF8: 4) == nil)
    #expect(draft.trigger(atUTF8: 8) == MentionTrigger(kind: .user, range: 5..<8, query: "bo"))
  }
}

@Suite("Mention triggers in code")
struct CodeTriggerTests {
  @Test(
    "There is no trigger in a code span",
    arguments: [
      TriggerCase("`(@an|", nil), .init("` @an|", nil), .init("` @an| `", nil), .init("`x` @an|", "@an"),
      .init("`x` `@an|", nil), .init("`` ` @an|", nil), .init("`` ` `` @an|", "@an"),
      .init("`` ` @an| ``", nil), .init("`a `` @an| b`", nil), .init("don`t @an|", "@an"),
      .init("don`t @an| won`t", nil), .init("é` @an|", "@an"), .init("e\u{301}` @an|", "@an"),
      .init("❤️` @an|", nil), .init("x `y @an|", nil), .init("(`y @an|", nil), .init("a` `b @an|", "@an"),
      .init("a` `b @an|`", "@an"), .init("`x\n@an|", "@an"), .init("`x\r\n@an| `", "@an"),
      .init("@an| `x`", "@an"), .init("@an| `x", "@an"), .init("don`t `x` @an|", "@an"),
      .init("don`t ``x`` @an|", "@an"), .init("a``b`c @an|", "@an"), .init("a``b`c @an| `", nil),
      .init("a``b`c @an| ``", nil), .init("```x``` @an|", "@an"), .init("~x @an|", "@an"),
      .init("1`2 @an|", "@an"), .init("_`2 @an|", nil),
    ])
  func spans(_ row: TriggerCase) { row.check() }

  @Test(
    "There is no trigger in a fenced block",
    arguments: [
      TriggerCase("```\n@an|", nil), .init("```swift\nx\n@an|", nil), .init("```\nx\n```\n@an|", "@an"),
      .init("```\nx\n``\n@an|", nil), .init("```\nx\n````\n@an|", "@an"), .init("````\nx\n```\n@an|", nil),
      .init("~~~\n@an|", nil), .init("~~~\nx\n~~~\n@an|", "@an"), .init("~~~\n```\n@an|", nil),
      .init("~~~\n```\n~~~\n@an|", "@an"), .init("```\n~~~\n@an|", nil), .init("   ```\n@an|", nil),
      .init("    ```\n@an|", "@an"), .init("\t```\n@an|", "@an"), .init("```\nx\n   ```  \n@an|", "@an"),
      .init("```\nx\n    ```\n@an|", nil), .init("```\nx\n``` y\n@an|", nil), .init("```\nx\n``` @an|", nil),
      .init("``` @an|", nil), .init("~~~ @an|", nil), .init("~~~ x`y @an|", nil),
      .init("```a`b\n@an|", "@an"), .init("```a\n@an| `", nil), .init("x ```\n@an|", "@an"),
      .init("``\n@an|", "@an"), .init("~~\n@an|", "@an"), .init("@an|\n```\nx\n```", "@an"),
      .init("```\r\n@an|", nil), .init("```\rx\r```\r@an|", "@an"), .init("x\u{2029}~~~\u{2029}@an|", nil),
      .init("```\nx\n```\n```\n@an|", nil), .init("```\n\n```\n\n~~~\n~~~\n@an|", "@an"),
      .init("`~~~\n@an|", "@an"), .init("~~~~~~\n~~~~~\n@an|", nil), .init("~~~\n~~~`\n@an|", nil),
      .init("~`~\n@an|", "@an"), .init("~~```\n@an|", "@an"),
    ])
  func fences(_ row: TriggerCase) { row.check() }

  @Test("A fence is found anywhere in the text", arguments: 0..<8)
  func everyPlace(_ shift: Int) {
    let before = String(repeating: "x", count: shift)
    TriggerCase("\(before)\n```\n@an|", nil).check()
    TriggerCase("\(before)\n```\n\(before)\n```\n@an|", "@an").check()
    TriggerCase("`\(before)~\n~~~\n@an|", nil).check()
  }
}
