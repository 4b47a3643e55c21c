import CProcess
import Dispatch
import Glibc

/// A running child program.
@MainActor
public struct RunningProgram {
  let id: pid_t

  /// Waits for the program to end, while the main actor does other work.
  /// - Returns: its exit status; 128 and the signal's number if a signal ended it.
  public func end() async -> Int32 {
    let (id, watch) = (id, child_watch(id))
    return await withCheckedContinuation { continuation in
      guard watch >= 0 else {
        // The kernel has no process descriptors: a thread waits instead.
        DispatchQueue.global().async { continuation.resume(returning: child_reap(id)) }
        return
      }
      var end: DescriptorWatch?
      end = DescriptorWatch(watch, for: .reading) {
        end?.stop()
        end = nil
        close(watch)
        continuation.resume(returning: child_reap(id))
      }
    }
  }

  /// Passes a signal to all processes of the program. A shell that only waits for its children does not get the signal, so all
  /// of them have ended when the shell ends.
  public func pass(_ signal: Int32) {
    let inner = Self.descendants(of: id)
    for program in inner.isEmpty ? [id] : inner { kill(program, signal) }
  }

  private static func descendants(of id: pid_t) -> [pid_t] {
    children(of: id).flatMap { [$0] + descendants(of: $0) }
  }

  private static func children(of id: pid_t) -> [pid_t] {
    let file = open("/proc/\(id)/task/\(id)/children", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    // Enough for the children of an editor, which has far fewer than this list can hold.
    var bytes = [UInt8](repeating: 0, count: 4_096)
    let count = read(file, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: " ").compactMap {
      pid_t($0)
    }
  }
}
