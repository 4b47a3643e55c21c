/// What went wrong below the store, before it is known what that means for whoever asked.
enum StorageFault: Error, Hashable {
  /// What SQLite says, with its extended code, and what the system told it.
  case sqlite(code: Int32, errno: Int32, message: String)
  /// The file has a version that this program does not know.
  case version(Int)
  /// A record that is not as it was written.
  case record(RecordDamage)
}
