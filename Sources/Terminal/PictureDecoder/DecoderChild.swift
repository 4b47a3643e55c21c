import CProcess
import Glibc

/// Runs a program with bytes as its input, and collects its output. The program has a separate session, and therefore no
/// terminal.
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
  ///   - patience: the time limit, after which it is killed.
  ///   - mostOutput: the output limit in bytes, after which it is killed.
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

  /// Called once the program has closed its output, usually by exiting.
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

/// The programs that decode a picture and confine the decoder.
package struct Programs: Hashable, Sendable {
  let chafa: String
  private let prlimit: String
  private let unshare: String
  private let shell: String
  /// The user's home folder; nil if none is set.
  private let home: String?
  /// A program that does nothing, to test a confinement.
  let trial: String
  /// The missing program; nil if there is none.
  let missing: PictureFault?

  /// Only these folders are searched, whatever the user's PATH: the decoder must come from the system.
  static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// - Parameter chafa: the path of the decoder; nil for the installed one.
  package init(chafa: String? = nil) {
    func find(_ name: String) -> String? {
      Self.folders.lazy.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
    }
    let decoder = chafa ?? find("chafa")
    let limiter = find("prlimit")
    self.chafa = decoder ?? ""
    prlimit = limiter ?? ""
    unshare = find("unshare") ?? "unshare"
    shell = find("sh") ?? "sh"
    home = getenv("HOME").map { String(cString: $0) }.flatMap { $0.hasPrefix("/") && $0.count > 1 ? $0 : nil }
    trial = find("true") ?? "true"
    missing = decoder == nil ? .notInstalled("chafa") : limiter == nil ? .notInstalled("prlimit") : nil
  }

  /// Half a gigabyte of address space, two seconds of processor time, no growing file, 16 open files, no core dump.
  var limits: [String] {
    [prlimit, "--as=536870912", "--cpu=2", "--fsize=0", "--nofile=16", "--core=0", "--"]
  }

  /// The commands that confine the decoder, the strictest first; each later one is for systems that do not allow the previous
  /// one.
  ///
  /// Both give the decoder separate user, network, process and message namespaces without any capability, and kill it when they
  /// end. The first also covers the folders of users and of the running system with empty ones.
  var confinements: [[String]] {
    [
      [unshare, "-Urnmpi", "--fork", "--kill-child", "--", shell, "-c", Self.hideFolders, shell]
        + hiddenFolders + ["--", unshare, "-U", "--"],
      [unshare, "-Unpi", "--fork", "--kill-child", "--"],
    ]
  }

  /// Hides the folders up to `--`, and executes the command after it.
  private static let hideFolders = """
    while [ "$1" != -- ]; do [ ! -d "$1" ] || mount -n -t tmpfs none "$1" || exit 1; shift; done; shift; exec "$@"
    """

  /// The folders to hide, except those that contain the decoder.
  private var hiddenFolders: [String] {
    (["/home", "/root", "/run", "/tmp", "/var", "/dev", "/proc", "/mnt", "/media", "/srv"]
      + [home].compactMap(\.self))
      .filter { !chafa.hasPrefix($0 + "/") }
  }
}
