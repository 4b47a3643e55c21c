import Glibc

/// The programs that decode a picture and keep each other in bounds.
package struct Programs: Hashable, Sendable {
  let chafa: String
  private let prlimit: String
  private let unshare: String
  /// Does nothing.
  let nothing: String
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
    nothing = find("true") ?? "true"
    missing = decoder == nil ? .notInstalled("chafa") : limiter == nil ? .notInstalled("prlimit") : nil
  }

  /// Half a gigabyte of addresses, two seconds of the processor, no file to write, 16 open ones, no core.
  var limited: [String] {
    [prlimit, "--as=536870912", "--cpu=2", "--fsize=0", "--nofile=16", "--core=0", "--"]
  }

  /// A network in which there is nothing, for which it is the only user.
  var alone: [String] { [unshare, "-Urn", "--"] }
}
