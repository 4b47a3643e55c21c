import SQLite

extension Migration {
  /// The migrations that bring a file to the current schema. The number of them is its version.
  static func all(withFullText hasFullText: Bool) -> [Migration] {
    [everything, hasFullText ? wordsByFullText : wordsInRows, inbox, lastReceipts]
  }

  /// Columns hold the values used in queries; what was received is bytes.
  ///
  /// - A room has a number, which is shorter than its id. One without a record is only referred to.
  /// - A token has its highest bit flipped, so that it sorts as a signed number.
  /// - An event is `listed` in the timeline of its room if it is shown, and in the channel.
  /// - A slice's number is never used again: somebody may still hold it.
  private static let everything = Migration(
    name: "marks, rooms, events, slices, threads, transactions, uploads and users",
    sql: """
      CREATE TABLE owner (user BLOB NOT NULL, device BLOB NOT NULL) STRICT;
      CREATE TABLE mark (name BLOB PRIMARY KEY, value BLOB NOT NULL) STRICT, WITHOUT ROWID;
      CREATE TABLE room (number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, record BLOB) STRICT;
      CREATE TABLE state (
        room INTEGER NOT NULL, type BLOB NOT NULL, key BLOB NOT NULL, bytes BLOB NOT NULL,
        PRIMARY KEY (room, type, key)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE account_data (
        room INTEGER NOT NULL, type BLOB NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (room, type)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE receipt (
        room INTEGER NOT NULL, user BLOB NOT NULL, place BLOB NOT NULL, private INTEGER NOT NULL,
        event BLOB NOT NULL, at INTEGER NOT NULL, PRIMARY KEY (room, user, place, private)
      ) STRICT, WITHOUT ROWID;
      CREATE TABLE event (
        number INTEGER PRIMARY KEY, room INTEGER NOT NULL, id BLOB NOT NULL, token INTEGER NOT NULL,
        slice INTEGER, kind INTEGER NOT NULL, shown INTEGER NOT NULL, counted INTEGER NOT NULL,
        in_channel INTEGER NOT NULL, listed INTEGER NOT NULL, mentions INTEGER NOT NULL, parent BLOB,
        target BLOB, quoted BLOB, sender BLOB NOT NULL, txn BLOB, bytes BLOB NOT NULL
      ) STRICT;
      CREATE UNIQUE INDEX event_id ON event (room, id);
      CREATE INDEX event_slice ON event (slice, listed, token) WHERE slice IS NOT NULL;
      CREATE INDEX event_channel ON event (room, token) WHERE listed = 1;
      CREATE INDEX event_thread ON event (room, parent, token) WHERE parent IS NOT NULL;
      CREATE INDEX event_target ON event (room, target, token) WHERE target IS NOT NULL;
      CREATE INDEX event_quoted ON event (room, quoted, token) WHERE quoted IS NOT NULL;
      CREATE INDEX event_txn ON event (room, txn) WHERE txn IS NOT NULL;
      CREATE TABLE slice (
        number INTEGER PRIMARY KEY AUTOINCREMENT, room INTEGER NOT NULL, before BLOB, after BLOB,
        live INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX slice_room ON slice (room);
      CREATE TABLE thread (
        room INTEGER NOT NULL, root BLOB NOT NULL, latest INTEGER, changed INTEGER NOT NULL,
        mine INTEGER NOT NULL, whole INTEGER NOT NULL, before BLOB, told_count INTEGER, told_latest INTEGER,
        PRIMARY KEY (room, root)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX thread_latest ON thread (latest, root) WHERE mine = 1;
      CREATE TABLE sent (
        id BLOB NOT NULL, purpose BLOB NOT NULL, room INTEGER NOT NULL, result BLOB, at INTEGER NOT NULL,
        PRIMARY KEY (id, purpose)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX sent_at ON sent (at);
      CREATE TABLE upload (
        id BLOB PRIMARY KEY, txn BLOB NOT NULL, name BLOB NOT NULL, type BLOB NOT NULL, size INTEGER NOT NULL,
        received INTEGER NOT NULL, address BLOB, done INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX upload_txn ON upload (txn);
      CREATE TABLE user (id BLOB PRIMARY KEY, name BLOB) STRICT, WITHOUT ROWID;
      """)

  /// The words of messages by the numbers of their events. Their places in a text are not needed: a find is compared
  /// with its text.
  private static let wordsByFullText = Migration(
    name: "words",
    sql: """
      CREATE VIRTUAL TABLE words USING fts5 (text, tokenize = 'ascii', detail = none, columnsize = 0);
      INSERT INTO words (words, rank) VALUES ('automerge', 8);
      """)

  /// The same where SQLite has no index of words.
  private static let wordsInRows = Migration(
    name: "words", sql: "CREATE TABLE words (number INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;")

  /// What concerns the user. Mentions that were here before are in it; replies and reactions are from now on.
  private static let inbox = Migration(
    name: "inbox",
    sql: """
      CREATE TABLE inbox (
        room INTEGER NOT NULL, event BLOB NOT NULL, kind INTEGER NOT NULL, message BLOB NOT NULL, parent BLOB,
        sender BLOB NOT NULL, token INTEGER NOT NULL, name BLOB, PRIMARY KEY (room, event)
      ) STRICT, WITHOUT ROWID;
      CREATE INDEX inbox_token ON inbox (token);
      CREATE INDEX inbox_message ON inbox (room, message);
      INSERT INTO inbox (room, event, kind, message, parent, sender, token)
        SELECT room, id, 0, id, parent, sender, token FROM event
        WHERE mentions = 1 AND shown = 1 AND counted = 1 ORDER BY token DESC LIMIT 500;
      """)

  /// Who has read last, of as many as have read in a room.
  private static let lastReceipts = Migration(
    name: "last receipts", sql: "CREATE INDEX receipt_at ON receipt (room, place, private, at);")
}
