/// A number with its noun: "1 draft", "2 drafts".
package func counted(_ count: Int, _ one: String, _ many: String) -> String {
  count == 1 ? "1 \(one)" : "\(count) \(many)"
}
