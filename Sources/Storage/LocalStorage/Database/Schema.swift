import SQLite

extension Migration {
  /// The migrations that bring a file to the current schema.
  static let all = [draftsAndOutboxAndCache, transactionsAndQuotesOfMessages]

  /// The version of a file after all of them.
  static var latest: Int { all.count }

  /// Columns hold the values used in queries; the rest is a record.
  ///
  /// - A parent is empty for the draft of a channel, and a 1 and the id for that of a thread.
  /// - A long draft is not rewritten with every key: the changes since are stored next to it.
  /// - A message is stored in display order: `token` is the service's token with the highest bit flipped, so that it
  ///   sorts as a signed number, and messages without one come last.
  private static let draftsAndOutboxAndCache = Migration(
    name: "drafts, history, outbox, channels and messages",
    sql: """
      CREATE TABLE draft (
        id INTEGER PRIMARY KEY, channel BLOB NOT NULL, parent BLOB NOT NULL, created INTEGER NOT NULL,
        head BLOB NOT NULL, record BLOB NOT NULL, background BLOB NOT NULL, UNIQUE (channel, parent)
      ) STRICT;
      CREATE TABLE draft_change (
        draft INTEGER NOT NULL, number INTEGER NOT NULL, record BLOB NOT NULL, PRIMARY KEY (draft, number)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE history (
        id INTEGER PRIMARY KEY, channel BLOB NOT NULL, parent BLOB NOT NULL, at INTEGER NOT NULL,
        record BLOB NOT NULL
      ) STRICT;
      CREATE INDEX history_time ON history (at, id);
      CREATE INDEX history_place ON history (channel, parent, at, id);
      CREATE TABLE outbox (
        id INTEGER PRIMARY KEY, txn BLOB NOT NULL UNIQUE, sequence INTEGER NOT NULL, record BLOB NOT NULL
      ) STRICT;
      CREATE TABLE mark (name TEXT PRIMARY KEY, record BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE channel (
        id INTEGER PRIMARY KEY, channel BLOB NOT NULL UNIQUE, activity INTEGER NOT NULL, record BLOB NOT NULL
      ) STRICT;
      CREATE INDEX channel_activity ON channel (activity DESC, channel);
      CREATE TABLE message (
        channel BLOB NOT NULL, unsent INTEGER NOT NULL, token INTEGER NOT NULL, created INTEGER NOT NULL,
        id BLOB NOT NULL, record BLOB NOT NULL, PRIMARY KEY (channel, unsent, token, created, id)
      ) STRICT, WITHOUT ROWID;
      CREATE UNIQUE INDEX message_id ON message (channel, id);
      """)

  /// Indexes messages by the transaction they were sent with and by the message they quote. For messages stored earlier, both
  /// columns stay empty until the message is stored again.
  ///
  /// A file of this version also has records of version 2, which earlier programs cannot read.
  private static let transactionsAndQuotesOfMessages = Migration(
    name: "transactions and quotes of messages",
    sql: """
      ALTER TABLE message ADD COLUMN txn BLOB;
      ALTER TABLE message ADD COLUMN quoted BLOB;
      CREATE INDEX message_txn ON message (channel, txn) WHERE txn IS NOT NULL;
      CREATE INDEX message_quoted ON message (channel, quoted) WHERE quoted IS NOT NULL;
      """)
}
