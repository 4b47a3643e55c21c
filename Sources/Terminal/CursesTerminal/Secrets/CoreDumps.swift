import CTerminalGuard

/// The memory of a process as a crash leaves it behind, in a file of the system's choice.
public enum CoreDumps {
  /// From now on this process leaves none, and no other process of the same person can read its memory. What is started
  /// from it is free again.
  public static func forbid() {
    // It only fails for an argument that there is not.
    _ = guard_forbid_core_dumps()
  }
}
