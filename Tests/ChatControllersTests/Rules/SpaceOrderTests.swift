import ChatDomain
import Testing

@Suite("The order of spaces")
struct SpaceOrderTests {
  private func ordered(_ tree: [(String, [String])], by orders: [ChannelID: String] = [:]) -> String {
    let spaces = tree.map { Space(id: ChannelID($0.0), name: $0.0, children: $0.1.map { ChannelID($0) }) }
    return Space.ordered(spaces, by: orders).map(\.name).joined(separator: " ")
  }

  @Test("Outer spaces by order, then by name; inner ones after their first parent")
  func trees() {
    #expect(ordered([("b", []), ("A", []), ("c", [])]) == "A b c")
    #expect(ordered([("b", []), ("a", []), ("c", [])], by: ["c": "1", "b": "2"]) == "c b a")
    // Orders are compared by bytes: capital letters come before small ones.
    #expect(ordered([("b", []), ("a", [])], by: ["a": "a", "b": "B"]) == "b a")
    #expect(ordered([("a", []), ("z", ["q", "a", "gone"]), ("q", ["i"]), ("i", [])]) == "z q i a")
    // An inner space follows its outer one, whatever its own order.
    #expect(ordered([("a", []), ("b", ["a"])], by: ["a": "1"]) == "b a")
    #expect(ordered([("a", ["x"]), ("b", ["x"]), ("x", [])]) == "a x b")
  }

  @Test("Spaces nested in each other or themselves are listed once, at any depth")
  func circles() {
    #expect(ordered([("b", ["c"]), ("c", ["b"]), ("a", ["a"])]) == "a b c")
    let deep = (0..<20_000).map { ("s\($0)", ["s\($0 + 1)", "s0"]) }
    #expect(ordered(deep).split(separator: " ").count == 20_000)
  }
}
