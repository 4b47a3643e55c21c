import ChatDomain

/// A server keeps from a device what people say who are ignored, and does not send it later. So their words are hidden when
/// ignoring begins, and when it ends all histories are asked for anew.
extension Replica {
  /// Under which the cache notes that histories lack what somebody said.
  private static let key = "histories lack"

  var ignored: IgnoredPeople { builder.ignored }

  /// - Parameter former: who was ignored before.
  func ignoredPeopleDidChange(from former: Set<UserID>) throws(CacheFault) {
    let now = ignored.list.users
    guard now != former else { return }
    for user in now.subtracting(former).sorted() { try cache.trimmer.hideMessages(by: user) }
    if !former.isSubset(of: now) { try cache.values.set("1", forKey: Self.key) }
    ignored.hasChanged = true
  }

  /// Lets go of histories that lack what somebody said; the next answer to a sync begins them anew.
  func dropIncompleteHistories() throws(CacheFault) {
    guard try cache.values.value(forKey: Self.key) != nil else { return }
    try cache.transaction { () throws(CacheFault) in
      try cache.trimmer.removeAll()
      try clearSyncToken()
      try cache.values.set(nil, forKey: Self.key)
      // Of an answer that is being taken in nothing more may follow on what is gone.
      try cache.values.set(nil, forKey: "part")
    }
    try load()
  }
}
