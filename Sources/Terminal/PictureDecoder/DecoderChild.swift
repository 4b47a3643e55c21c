import CProcess
import Glibc

/// Runs a program with bytes as its input, and collects its output. It has a separate session, and therefore no terminal.
enum DecoderChild {
  struct End {
    let output: [UInt8]
    /// Its exit status; nil if a signal ended it.
    let status: Int32?
  }

  /// Runs the program to its end, on the caller's thread.
  ///
  /// - Parameters:
  ///   - command: the path, and the arguments.
  ///   - patience: the time after which it is killed.
  ///   - mostOutput: the amount of output after which it is killed.
  static func run(
    _ command: [String], on bytes: [UInt8], patience: Duration, mostOutput: Int
  ) throws(PictureFault) -> End {
    let (child, pipe) = try start(command, on: bytes)
    defer { close(pipe) }
    let deadline = ContinuousClock.now + patience
    do throws(PictureFault) {
      let output = try read(pipe, until: deadline, most: mostOutput)
      return End(output: output, status: try end(of: child, until: deadline))
    } catch {
      // Kills its whole session.
      kill(-child, SIGKILL)
      reap(child)
      throw error
    }
  }

  private static func start(
    _ command: [String], on bytes: [UInt8]
  ) throws(PictureFault) -> (child: pid_t, pipe: Int32) {
    let arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
    let environment: [UnsafeMutablePointer<CChar>?] = [
      strdup("PATH=" + Programs.folders.joined(separator: ":")), nil,
    ]
    defer { for text in arguments + environment { free(text) } }
    var child: pid_t = 0
    var pipe: Int32 = -1
    let error = decoder_child_start(&child, &pipe, arguments, environment, bytes, bytes.count)
    guard error == 0 else { throw .notStarted(error) }
    return (child, pipe)
  }

  /// Reads until the other end is closed.
  private static func read(
    _ pipe: Int32, until deadline: ContinuousClock.Instant, most: Int
  ) throws(PictureFault) -> [UInt8] {
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      try checkGoesOn(until: deadline)
      var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
      let ready = poll(&waiting, 1, 100)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = Glibc.read(pipe, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return output }
      guard output.count + count <= most else { throw .unreadable }
      output += piece[..<count]
    }
  }

  /// Called once it has closed its output, usually by exiting.
  private static func end(
    of child: pid_t, until deadline: ContinuousClock.Instant
  ) throws(PictureFault) -> Int32? {
    var status: Int32 = 0
    var pause: Int32 = 1
    while true {
      try checkGoesOn(until: deadline)
      let ended = waitpid(child, &status, WNOHANG)
      if ended == child { return status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
      guard ended == 0 || errno == EINTR else { return nil }
      poll(nil, 0, pause)
      pause = min(pause * 2, 100)
    }
  }

  private static func reap(_ child: pid_t) {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0, errno == EINTR {}
  }

  private static func checkGoesOn(until deadline: ContinuousClock.Instant) throws(PictureFault) {
    guard !Task.isCancelled else { throw .cancelled }
    guard ContinuousClock.now < deadline else { throw .tookTooLong }
  }
}
