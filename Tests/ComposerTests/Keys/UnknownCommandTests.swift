import Testing

@testable import Composer

@Suite struct UnknownCommandTests {
  private func answer(to name: String) -> String {
    UnknownCommand.answer(to: name, among: SlashCommand.allCases) { $0.name }
  }

  @Test(
    "A mistyped command suggests the nearest one",
    arguments: [
      ("jion", "join"), ("joim", "join"), ("jin", "join"), ("quti", "quit"), ("serach", "search"),
      ("tread", "thread"), ("memebrs", "members"), ("favorite", "favourite"), ("invitatoins", "invitations"),
      ("exti", "exit"), ("qeury", "query"),
    ])
  func nearest(typed: String, name: String) {
    #expect(UnknownCommand.nearest(to: typed, among: SlashCommand.allCases) == name)
    #expect(
      answer(to: typed)
        == "There is no /\(typed); did you mean /\(name)? //\(typed) sends it as text")
  }

  @Test(
    "A name that is not similar suggests nothing",
    arguments: ["nonsense", "x", "o", "m", "zz", "abc", "shrug"])
  func unlike(typed: String) {
    #expect(
      answer(to: typed)
        == "There is no /\(typed); //\(typed) sends it as text")
  }

  @Test("The usage and the meaning of each command fit beside each other in 80 columns")
  func fits() {
    // The frame, the mark of the selection and blanks take six columns.
    let wide = SlashCommand.allCases.filter { $0.usage.count + $0.meaning.count + 6 > 80 }
    #expect(wide.map(\.name) == [])
  }

  @Test("A command that the service does not support is not suggested")
  func unsupported() {
    #expect(UnknownCommand.nearest(to: "serach", among: [.join, .quit]) == nil)
  }

  @Test(
    "A command of another program names what to do instead", arguments: ["whois", "away", "nick", "server"])
  func otherPrograms(name: String) {
    let answer = answer(to: name)
    #expect(answer.hasPrefix("There is no /\(name); ") && !answer.contains("did you mean"))
  }

  @Test("It names the keys that are bound, also if they are bound anew")
  func boundKeys() {
    let (mode, delete) = (Command.global(.messageMode).name, Command.message(.delete).name)
    for name in ["delete", "redact"] {
      #expect(
        answer(to: name) == "There is no /\(name); select a message with \(mode), then \(delete) deletes it")
    }
    #expect(answer(to: "clear").contains("\(Command.global(.redraw).name) draws"))
  }
}
