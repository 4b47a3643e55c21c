package import ChatDomain
import SQLite

/// The names of users.
package struct UserTable {
  let cache: MatrixCache

  /// Keeps the name of a user; nothing else of the user is kept.
  package func save(_ user: User) throws(CacheFault) {
    try cache.connection.run(
      "INSERT OR REPLACE INTO user (id, name) VALUES (?, ?)", .id(user.id), .text(user.name))
  }

  package func user(_ id: UserID) throws(CacheFault) -> User? {
    try cache.connection.first("SELECT name FROM user WHERE id = ?", .id(id)) {
      User(id: id, name: $0.textIfAny(0))
    }
  }
}

extension MatrixCache {
  /// The names of users.
  package var users: UserTable { UserTable(cache: self) }
}
