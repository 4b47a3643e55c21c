import Testing

@testable import inkwell

@Suite("The draft workbench")
struct WorkbenchTests {
  @Test(
    "Lines in, answers out",
    arguments: [
      (
        ["Hello Alex!", "/mention 6 4 @alex_d", "Well, hello Alex and all!"], "| Well, hello [Alex] and all!"
      ),
      (["hi Ann", "/mention 3 3 @ann", "/remove 4 1", "/undo"], "| hi [Ann]"),
      (["hi Ann", "/mention 3 3 @ann", "/remove 4 1", "/undo", "/redo"], "| hi An"),
      (["hi Ann", "/mention 3 3 @ann", "/unmention 3"], "| hi Ann"),
      (["hi Ann", "/unmention 3"], "no mention begins at 3"),
      (["see docs", "/mention 4 4 https://swift.org", "/markup"], "see [docs](https://swift.org)"),
      (
        ["/read [General](pn-channel://general)!", "/elements"],
        "link(\"General\", channel:general)\nplainText(\"!\")"
      ),
      (["abc", "/insert 1  x "], "| a x bc"),
      (["abc", "/insert 4 x"], "refused: offset 4 is outside a text of 3 characters"),
      (["abc", "/remove 1 -1"], "refused: -1 characters from offset 1 do not fit a text of 3 characters"),
      (["abc", "/remove one 1"], "offset and length must be whole numbers; /help lists the commands"),
      (["/dance"], "/dance is not a command with 0 arguments; /help lists the commands"),
      (["/undo"], "nothing to undo"),
      (["/redo"], "nothing to redo"),
    ])
  func answers(lines: [String], last: String) {
    var workbench = Workbench()
    var answer = ""
    for line in lines { answer = workbench.answer(to: line) }
    #expect(answer == last)
  }

  @Test("It ends when asked to")
  func quits() {
    var workbench = Workbench()
    #expect(!workbench.isDone)
    #expect(workbench.answer(to: "/quit") == "bye")
    #expect(workbench.isDone)
  }
}
