import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct SelectableRowsTests {
  /// `=a` is a heading.
  static func items(_ names: [String]) -> [PanelItem<String>] {
    names.map { PanelItem($0, PanelRow($0, kind: $0.hasPrefix("=") ? .heading : .item)) }
  }

  static func list(_ names: [String], moving commands: [PanelCommand] = []) -> SelectableRows<String> {
    var list = SelectableRows<String>()
    list.showFromStart(items(names))
    for command in commands { _ = list.move(command) }
    return list
  }

  @Test(
    "Moving stops at the ends and skips headings",
    arguments: [
      ([PanelCommand.next], "b"), ([.previous], "a"), ([.next, .next], "c"), ([.last], "d"),
      ([.last, .next], "d"), ([.nextPage], "d"), ([.last, .previousPage], "a"), ([.last, .first], "a"),
      ([.accept], "a"),
    ])
  func moving(_ commands: [PanelCommand], _ expected: String) {
    #expect(Self.list(["=1", "a", "b", "=2", "c", "d"], moving: commands).selected == expected)
  }

  @Test(
    "A row can be chosen by position, a heading cannot",
    arguments: [(0, nil), (1, "a"), (2, "b"), (3, nil), (4, "c"), (5, nil), (-1, nil)] as [(Int, String?)])
  func placing(_ row: Int, _ expected: String?) {
    var list = Self.list(["=1", "a", "b", "=2", "c"], moving: [.last, .previous])
    #expect(list.selected == "b")
    #expect(list.select(row: row) == (expected != nil))
    #expect(list.selected == expected ?? "b")
  }

  @Test(
    "The choice stays when rows change",
    arguments: [
      (["x", "a", "b", "c"], "b"), (["c", "b", "a"], "b"), (["a", "c"], "c"), (["a"], "a"),
      (["=h", "a", "c", "d"], "a"),
    ])
  func keeping(_ after: [String], _ expected: String) {
    var list = Self.list(["a", "b", "c"], moving: [.next])
    list.show(Self.items(after))
    #expect(list.selected == expected)
  }

  @Test("Without rows, or with headings alone, nothing is chosen") func nothing() {
    for names in [[], ["=1"], ["=1", "=2"]] {
      var list = Self.list(names)
      for command in PanelCommand.allCases { _ = list.move(command) }
      #expect(list.selected == nil)
      #expect(list.selection == 0 || list.items.indices.contains(list.selection))
    }
  }

  @Test("The choice is always in range", arguments: UInt64(1)...20) func inRange(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var list = SelectableRows<String>()
    let names = ["a", "b", "c", "d", "e", "f", "=1", "=2"]
    for _ in 0..<500 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        list.show(Self.items(names.shuffled(using: &random).dropLast(Int.random(in: 0...8, using: &random))))
      case 1: list.showFromStart(Self.items(Array(names.shuffled(using: &random).prefix(3))))
      default: if let command = PanelCommand.allCases.randomElement(using: &random) { _ = list.move(command) }
      }
      #expect(list.items.isEmpty ? list.selection == 0 : list.items.indices.contains(list.selection))
      #expect(list.selected != nil || list.items.allSatisfy { !$0.isChoice })
    }
  }
}
