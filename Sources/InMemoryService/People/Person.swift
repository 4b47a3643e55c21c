import ChatDomain

/// A person and how they are looked for.
struct Person: Sendable {
  var user: User
  let searchName: SearchName

  init(_ user: User) {
    self.user = user
    searchName = SearchName(id: user.id.rawValue, name: user.name)
  }
}
