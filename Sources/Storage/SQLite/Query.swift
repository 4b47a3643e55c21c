import CSQLite

/// The text of a statement that runs very often. A connection finds the prepared statement by the object's identity and not by
/// the text, which can be as long as a page of ids.
package final class Query: Hashable, Sendable {
  package let sql: String

  package init(_ sql: String) { self.sql = sql }

  package static func == (one: Query, other: Query) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Set once for the process, before the first connection. If SQLite is already in use, the setting is unchanged.
let usesLittleMemory: Bool = sqlite_count_memory(0) == SQLITE_OK
