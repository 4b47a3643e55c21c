import DraftEngine
import Testing

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
