import Glibc
import Testing

@testable import PictureDecoder

@Suite("The decoder's process", .serialized)
struct DecoderChildTests {
  private func run(
    _ script: String, on text: String = "", patience: Duration = .seconds(60), mostOutput: Int = 1 << 16
  ) throws(PictureFault) -> (text: String, status: Int32?) {
    let end = try DecoderChild.run(
      Programs(chafa: "/bin/sh").limits + ["/bin/sh", "-c", script], on: Array(text.utf8),
      patience: patience,
      mostOutput: mostOutput)
    return (String(decoding: end.output, as: UTF8.self), end.status)
  }

  @Test("It gets the bytes, and its output and status are read")
  func output() throws {
    let words = String(repeating: "words ", count: 100_000)
    let end = try DecoderChild.run(
      ["/bin/sh", "-c", "cat; exit 3"], on: Array(words.utf8), patience: .seconds(60), mostOutput: 1 << 20)
    #expect(end.output.elementsEqual(words.utf8) && end.status == 3)
  }

  @Test("It has its own session without a terminal, and a neutral folder")
  func session() throws {
    let told = try run("read -r stat < /proc/self/stat; echo \"$stat\"; pwd; exec 3< /dev/tty || echo none")
      .text
    let lines = told.split(separator: "\n")
    let numbers = (lines.first ?? "").split(separator: " ")
    try #require(lines.count >= 2 && numbers.count > 6)
    #expect(numbers[0] == numbers[4] && numbers[0] == numbers[5], "its group and its session are its own")
    #expect(numbers[6] == "0", "it has no terminal")
    #expect(lines[1] == "/")
  }

  @Test("Its only variable is PATH")
  func environment() async {
    // In a separate process: concurrent tests read the environment while they start others.
    await #expect(processExitsWith: .success) {
      setenv("INKWELL_TEST_SECRET", "secret", 1)
      let names = try Self().run("tr '\\0' '\\n' < /proc/self/environ").text.split(separator: "\n")
      try #require(names.contains { $0.hasPrefix("PATH=/usr/local/bin:") })
      try #require(
        names.allSatisfy { $0.hasPrefix("PATH=/usr/local/bin:") || $0.hasPrefix("PWD=") }, "\(names)")
    }
  }

  @Test("It inherits no open file")
  func files() throws {
    // A descriptor number that is free: any other may belong to a concurrent test.
    let file = open("/etc/passwd", O_RDONLY)
    try #require(file > 2)
    defer { close(file) }
    let script = "[ -e /proc/self/fd/\(file) ] && echo open; [ -e /proc/self/fd/0 ] && echo input"
    #expect(try run(script).text == "input\n")
  }

  @Test("It cannot grow files, and its limits are set")
  func limits() throws {
    let path = "/tmp/inkwell-child-\(getpid())"
    defer { unlink(path) }
    let end = try run(
      "trap '' XFSZ; ulimit -v; ulimit -t; ulimit -f; ulimit -n; ulimit -c; echo much > \(path); :")
    #expect(end.text == "524288\n2\n0\n16\n0\n")
    var status = stat()
    #expect(stat(path, &status) != 0 || status.st_size == 0)
  }

  /// The output of a script inside a sandbox; nil where the sandbox is not available.
  private func confined(_ script: String, by confinement: [String]) throws -> String? {
    let programs = Programs(chafa: "/bin/sh")
    func end(_ command: [String]) throws -> DecoderChild.End {
      try DecoderChild.run(
        programs.limits + confinement + command, on: [], patience: .seconds(60), mostOutput: 1 << 16)
    }
    guard try end([programs.trial]).status == 0 else { return nil }
    return String(decoding: try end(["/bin/bash", "-c", script]).output, as: UTF8.self)
  }

  @Test("It has no network and no privileges, if namespaces are allowed")
  func power() throws {
    let port = try ListeningPort()
    let script = """
      exec 3<> /dev/tcp/127.0.0.1/\(port.number) && echo reached
      unshare -U true && echo nested
      kill -0 \(getpid()) && echo seen
      """
    let open = try DecoderChild.run(
      ["/bin/bash", "-c", script], on: [], patience: .seconds(60), mostOutput: 1 << 16)
    #expect(String(decoding: open.output, as: UTF8.self).hasPrefix("reached\n"))
    for confinement in Programs(chafa: "/bin/sh").confinements {
      #expect(try confined(script, by: confinement) ?? "" == "")
    }
  }

  @Test("It sees and changes no user files, if namespaces are allowed")
  func hidden() throws {
    let path = "/tmp/inkwell-child-\(getpid())"
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    #expect(write(file, "kept", 4) == 4)
    close(file)
    defer { unlink(path) }
    let script = "[ -e \(path) ] && echo seen; : > \(path); ls -A /home /root /dev /proc | grep -v :"
    if let said = try confined(script, by: Programs(chafa: "/bin/sh").confinements[0]) {
      #expect(said.filter { $0 != "\n" } == "")
      var status = stat()
      #expect(stat(path, &status) == 0 && status.st_size == 4)
    }
  }

  @Test("Endless output ends the process")
  func endless() {
    #expect(throws: PictureFault.unreadable) { try run("while :; do echo more; done", mostOutput: 1_000) }
  }

  @Test("A process that never ends is ended")
  func slow() {
    #expect(throws: PictureFault.tookTooLong) { try run("sleep 1000", patience: .zero) }
    #expect(throws: PictureFault.tookTooLong) {
      try run("exec >&-; sleep 1000", patience: .milliseconds(50))
    }
  }

  @Test("Endless computing is ended by the system")
  func busy() throws {
    let end = try run("while :; do :; done")
    #expect(end.status == nil)
  }

  @Test("A missing program is reported with the system's reason")
  func missing() {
    #expect(throws: PictureFault.notStarted(ENOENT)) {
      try DecoderChild.run(["/nowhere/chafa"], on: [], patience: .seconds(60), mostOutput: 1)
    }
  }

  @Test("Cancelling ends the process")
  func cancelled() async {
    let task = Task { () -> PictureFault? in
      withUnsafeCurrentTask { $0?.cancel() }
      do throws(PictureFault) {
        _ = try DecoderChild.run(
          ["/bin/sh", "-c", "sleep 1000"], on: [], patience: .seconds(60), mostOutput: 1)
        return nil
      } catch { return error }
    }
    #expect(await task.value == .cancelled)
  }
}
