import CTerminalGuard

/// Core dumps: the memory of a crashed process, in a file that the system chooses.
public enum CoreDumps {
  /// From now on this process leaves no core dump, and no other process of the same user can read its memory. Child programs
  /// are not affected.
  public static func forbid() {
    // It fails only for an invalid argument.
    _ = guard_forbid_core_dumps()
  }
}
