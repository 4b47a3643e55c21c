import Glibc

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
  /// The missing program; nil: none.
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

  /// The commands that confine the decoder, the strictest first; each later one is for systems that do not allow the one
  /// before.
  ///
  /// Both give the decoder separate user, network, process and message namespaces without any capability, and end with it. The
  /// first also covers the folders of users and of the running system with empty ones.
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

  /// Without the folders that contain the decoder.
  private var hiddenFolders: [String] {
    (["/home", "/root", "/run", "/tmp", "/var", "/dev", "/proc", "/mnt", "/media", "/srv"]
      + [home].compactMap(\.self))
      .filter { !chafa.hasPrefix($0 + "/") }
  }
}
