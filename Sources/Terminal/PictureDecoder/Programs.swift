import Glibc

/// The programs that decode a picture and keep each other in bounds.
package struct Programs: Hashable, Sendable {
  let chafa: String
  private let prlimit: String
  private let unshare: String
  private let shell: String
  /// The person's own folder, wherever it is; nil if none is named.
  private let home: String?
  /// A program that does nothing.
  let trial: String
  /// What is missing; nil: nothing.
  let missing: PictureFault?

  /// Only these folders are looked in, wherever the person has programs: what decodes is what the system brought.
  static let folders = ["/usr/local/bin", "/usr/bin", "/bin"]

  /// - Parameter chafa: the decoder, where it is another one.
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

  /// Half a gigabyte of addresses, two seconds of the processor, no growing file, 16 open ones, no core.
  var limits: [String] {
    [prlimit, "--as=536870912", "--cpu=2", "--fsize=0", "--nofile=16", "--core=0", "--"]
  }

  /// What keeps the decoder away from all but the picture, the strictest first: each is for systems that do not allow the
  /// one before it.
  ///
  /// Both give it user, network, process and message namespaces of its own without any capability, and end with it. The
  /// first one also puts empty folders over those of people and of the running system.
  var confinements: [[String]] {
    [
      [unshare, "-Urnmpi", "--fork", "--kill-child", "--", shell, "-c", Self.hideFolders, shell]
        + hiddenFolders + ["--", unshare, "-U", "--"],
      [unshare, "-Unpi", "--fork", "--kill-child", "--"],
    ]
  }

  /// Hides the folders up to `--`, and goes on as what stands behind it.
  private static let hideFolders = """
    while [ "$1" != -- ]; do [ ! -d "$1" ] || mount -n -t tmpfs none "$1" || exit 1; shift; done; shift; exec "$@"
    """

  /// Without those in which the decoder itself is.
  private var hiddenFolders: [String] {
    (["/home", "/root", "/run", "/tmp", "/var", "/dev", "/proc", "/mnt", "/media", "/srv"]
      + [home].compactMap(\.self))
      .filter { !chafa.hasPrefix($0 + "/") }
  }
}
