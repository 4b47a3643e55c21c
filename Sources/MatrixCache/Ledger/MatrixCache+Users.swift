package import ChatDomain
import SQLite

extension MatrixCache {
  /// Keeps the name of a user; nothing else of the user is kept.
  package func saveUser(_ user: User) throws(CacheFault) {
    try connection.run(
      "INSERT OR REPLACE INTO user (id, name) VALUES (?, ?)", .id(user.id), .text(user.name))
  }

  package func user(_ id: UserID) throws(CacheFault) -> User? {
    try connection.first("SELECT name FROM user WHERE id = ?", .id(id)) {
      User(id: id, name: $0.textIfAny(0))
    }
  }

  /// All users, by id.
  package func users() throws(CacheFault) -> [User] {
    var users: [User] = []
    try connection.rows("SELECT id, name FROM user ORDER BY id") {
      users.append(User(id: $0.id(0), name: $0.textIfAny(1)))
    }
    return users
  }
}
