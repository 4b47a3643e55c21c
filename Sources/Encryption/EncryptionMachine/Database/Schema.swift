import SQLite

extension Migration {
  /// All versions of the database. Ids and keys are blobs; times are milliseconds since 1970.
  static let keys = [
    Migration(
      name: "first",
      sql: """
        CREATE TABLE setting (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;

        -- Changes of the list are counted: an answer clears "outdated" only if there was none since the question.
        CREATE TABLE tracked (
          user BLOB PRIMARY KEY, is_outdated INTEGER NOT NULL, changes INTEGER NOT NULL, retry_at INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE device (
          user BLOB, device BLOB, identity_key BLOB NOT NULL, signing_key BLOB NOT NULL, state INTEGER NOT NULL,
          json BLOB NOT NULL, PRIMARY KEY (user, device)
        ) WITHOUT ROWID;
        CREATE INDEX device_by_key ON device (identity_key);
        CREATE TABLE identity (
          user BLOB PRIMARY KEY, pinned BLOB NOT NULL, current BLOB, is_verified INTEGER NOT NULL,
          was_verified INTEGER NOT NULL, json BLOB
        ) WITHOUT ROWID;
        CREATE TABLE device_rule (
          user BLOB, device BLOB, is_blocked INTEGER NOT NULL, PRIMARY KEY (user, device)
        ) WITHOUT ROWID;

        CREATE TABLE olm_session (
          peer BLOB, id BLOB, used INTEGER NOT NULL, pickle BLOB NOT NULL, PRIMARY KEY (peer, id)
        ) WITHOUT ROWID;
        CREATE TABLE peer (
          key BLOB PRIMARY KEY, user BLOB NOT NULL, device BLOB NOT NULL, is_broken INTEGER NOT NULL,
          repaired_at INTEGER NOT NULL, claim_failed_at INTEGER NOT NULL, was_told INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE handled (hash BLOB PRIMARY KEY, round INTEGER NOT NULL) WITHOUT ROWID;

        CREATE TABLE inbound (
          number INTEGER PRIMARY KEY, room BLOB NOT NULL, session BLOB NOT NULL, sender_key BLOB NOT NULL,
          origin INTEGER NOT NULL, user BLOB NOT NULL, signing_key BLOB NOT NULL, trust INTEGER NOT NULL,
          sender_keys BLOB, is_history INTEGER NOT NULL, first_index INTEGER NOT NULL, backed_up INTEGER NOT NULL,
          pickle BLOB NOT NULL, UNIQUE (room, session, sender_key)
        );
        CREATE INDEX inbound_to_back_up ON inbound (backed_up);
        -- The room with the session and the sender, and the event, as hashes.
        CREATE TABLE replay (
          session INTEGER, message INTEGER, event BLOB NOT NULL, PRIMARY KEY (session, message)
        ) WITHOUT ROWID;
        CREATE TABLE waiting (
          room BLOB, session BLOB, event BLOB, since INTEGER NOT NULL, PRIMARY KEY (room, session, event)
        ) WITHOUT ROWID;
        CREATE TABLE withheld (
          room BLOB, session BLOB, user BLOB, code BLOB NOT NULL, PRIMARY KEY (room, session, user)
        ) WITHOUT ROWID;

        CREATE TABLE room (
          room BLOB PRIMARY KEY, is_supported INTEGER NOT NULL, most_messages INTEGER NOT NULL,
          longest INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE outbound (
          room BLOB PRIMARY KEY, session BLOB NOT NULL, made_at INTEGER NOT NULL, visibility BLOB NOT NULL,
          is_discarded INTEGER NOT NULL, checked BLOB, checked_until INTEGER NOT NULL,
          pickle BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE shared (
          session BLOB, user BLOB, device BLOB, identity_key BLOB, message INTEGER NOT NULL, withheld BLOB,
          PRIMARY KEY (session, user, device, identity_key)
        ) WITHOUT ROWID;
        CREATE TABLE request (
          number INTEGER PRIMARY KEY AUTOINCREMENT, txn BLOB NOT NULL, type BLOB NOT NULL, session BLOB,
          body BLOB NOT NULL
        );
        CREATE INDEX request_by_session ON request (session);
        CREATE TABLE event (
          txn BLOB PRIMARY KEY, room BLOB NOT NULL, content BLOB NOT NULL, hash BLOB NOT NULL
        ) WITHOUT ROWID;
        """),
    // Any user can publish the identity key of another one as that of a device of theirs. A session is used for one user only.
    Migration(
      name: "sessions by user",
      sql: """
        ALTER TABLE olm_session RENAME TO former_session;
        CREATE TABLE olm_session (
          user BLOB, peer BLOB, id BLOB, used INTEGER NOT NULL, pickle BLOB NOT NULL, PRIMARY KEY (user, peer, id)
        ) WITHOUT ROWID;
        INSERT INTO olm_session SELECT coalesce(
            (SELECT user FROM peer WHERE key = former_session.peer),
            (SELECT user FROM inbound WHERE sender_key = former_session.peer AND origin = 1 ORDER BY number LIMIT 1),
            (SELECT user FROM device WHERE identity_key = former_session.peer ORDER BY state = 1 DESC, user LIMIT 1)
          ) AS owner, peer, id, used, pickle
          FROM former_session WHERE owner NOT NULL;
        DROP TABLE former_session;
        -- The sender is a part of the hash now.
        DELETE FROM replay;
        ALTER TABLE peer RENAME TO former_peer;
        CREATE TABLE peer (
          user BLOB, key BLOB, device BLOB NOT NULL, is_broken INTEGER NOT NULL, repaired_at INTEGER NOT NULL,
          claim_failed_at INTEGER NOT NULL, was_told INTEGER NOT NULL, PRIMARY KEY (user, key)
        ) WITHOUT ROWID;
        INSERT INTO peer SELECT user, key, device, is_broken, repaired_at, claim_failed_at, was_told FROM former_peer;
        DROP TABLE former_peer;
        """),
  ]
}
