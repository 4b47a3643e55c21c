import ChatDomain

/// A naive search that checks every person.
struct NaiveNames {
  private enum Fit: Int { case beginning, beginningOfWord, inside }

  var people: [UserID: User] = [:]

  func best(_ text: String, limit: Int, among wanted: (UserID) -> Bool = { _ in true }) -> [UserID] {
    let text = FoldedText(text)
    let fitting = people.values.filter { wanted($0.id) }.compactMap { user in
      fit(text, user).map { (fit: $0, user: user) }
    }
    return fitting.sorted { left, right in
      if left.fit != right.fit { return left.fit.rawValue < right.fit.rawValue }
      let (one, other) = (order(left.user), order(right.user))
      return one == other ? left.user.id < right.user.id : one < other
    }.prefix(limit).map(\.user.id)
  }

  private func order(_ user: User) -> FoldedText {
    let name = FoldedText(user.name ?? "")
    return name.isEmpty ? FoldedText(user.id.rawValue) : name
  }

  private func fit(_ text: FoldedText, _ user: User) -> Fit? {
    [FoldedText(user.name ?? ""), FoldedText(user.id.rawValue)].flatMap { name in
      name.occurrences(of: text).map { place in
        place == 0 ? Fit.beginning : name.isWordStart(place) ? .beginningOfWord : .inside
      }
    }.min { $0.rawValue < $1.rawValue }
  }
}
