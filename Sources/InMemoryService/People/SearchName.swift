import ChatDomain

/// A name and an id as they are looked for: without regard to case and accents.
struct SearchName: Hashable, Sendable {
  /// How well a text fits; lower is better.
  enum Fit: Int, Comparable, Sendable {
    case beginning
    case beginningOfWord
    case inside

    static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
  }

  private let name: FoldedText
  private let id: FoldedText

  init(id: String, name: String?) {
    self.id = FoldedText(id)
    self.name = FoldedText(name ?? "")
  }

  /// How well the text fits the name or the id; nil when neither holds it.
  func fit(_ text: FoldedText) -> Fit? {
    guard let one = Self.fit(text, in: name) else { return Self.fit(text, in: id) }
    guard one != .beginning, let other = Self.fit(text, in: id) else { return one }
    return min(one, other)
  }

  /// For an order by name that does not depend on how it is written.
  static func < (left: SearchName, right: SearchName) -> Bool {
    (left.name.isEmpty ? left.id : left.name) < (right.name.isEmpty ? right.id : right.name)
  }

  private static func fit(_ text: FoldedText, in name: FoldedText) -> Fit? {
    var best: Fit?
    for place in name.occurrences(of: text) {
      if place == 0 { return .beginning }
      if name.isWordStart(place) { return .beginningOfWord }
      best = .inside
    }
    return best
  }
}
