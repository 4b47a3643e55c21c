import CSQLite

/// The text of a statement that is run very often. A connection finds it by what it is and not by its text, which is as
/// long as a page of ids.
package final class Query: Hashable, Sendable {
  package let sql: String

  package init(_ sql: String) { self.sql = sql }

  package static func == (one: Query, other: Query) -> Bool { one === other }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Done once for the process, before the first connection. Where something else used SQLite before, it goes on as it did.
let usesLittleMemory: Bool = sqlite_count_memory(0) == SQLITE_OK
