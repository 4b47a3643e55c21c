import Glibc
import TerminalScreen
import TestSupport
import Testing

@testable import PictureDecoder

/// Uses the installed chafa.
@Suite("Decoding untrusted pictures", .serialized)
struct PictureDecoderTests {
  private let decoder = PictureDecoder(programs: Programs(), patience: .seconds(60))
  private static let side = 320

  private func outcome(of bytes: [UInt8]) async -> Result<Picture, PictureFault> {
    do throws(PictureFault) {
      return .success(try await decoder.picture(in: bytes, width: Self.side, height: Self.side))
    } catch {
      return .failure(error)
    }
  }

  private func pixel(_ picture: Picture, _ column: Int, _ row: Int) -> [UInt8] {
    let index = (row * picture.width + column) * 4
    return Array(picture.bytes[index..<index + 4])
  }

  @Test("A small picture keeps its size")
  func small() async throws {
    let png = SamplePNG(width: 16, height: 8) { column, row in
      column < 8 ? [255, 0, 0, 255] : row < 4 ? [0, 0, 255, 255] : [0, 0, 0, 0]
    }
    let picture = try await outcome(of: png.bytes).get()
    #expect(picture.width == 16 && picture.height == 8)
    #expect(pixel(picture, 2, 2) == [255, 0, 0, 255] && pixel(picture, 13, 1) == [0, 0, 255, 255])
    #expect(pixel(picture, 13, 6)[3] == 0)
  }

  @Test("A large one is scaled down and keeps its ratio")
  func large() async throws {
    let png = SamplePNG(width: 900, height: 300) { column, _ in
      column < 450 ? [0, 200, 0, 255] : [200, 200, 0, 255]
    }
    let picture = try await outcome(of: png.bytes).get()
    #expect(picture.width == Self.side)
    #expect((104...112).contains(picture.height))
    #expect(pixel(picture, 10, 50)[1] > 180 && pixel(picture, 300, 50)[0] > 180)
  }

  @Test("It has as many pixels as requested, or as many as there are")
  func wanted() async throws {
    let lines = SamplePNG(width: 1_600, height: 400) { column, _ in
      column % 8 < 4 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }.bytes
    for (width, height, columns, rows) in [
      (800, 512, 800, 200), (800, 64, 256, 64), (.max, .max, 1_600, 400), (0, -1, 8, 8),
    ] {
      let picture = try await decoder.picture(in: lines, width: width, height: height)
      #expect(picture.width == columns && picture.height == rows, "\(picture.width)×\(picture.height)")
      guard columns == 800 else { continue }
      let brightness = (0..<8).map { pixel(picture, $0, 9)[0] > 128 }
      #expect(brightness == [true, true, false, false, true, true, false, false])
    }
  }

  @Test("Data that is not a picture starts no decoder")
  func other() async {
    #expect(await outcome(of: Array("<svg onload='x'/>".utf8)) == .failure(.unknownKind))
    #expect(await outcome(of: []) == .failure(.unknownKind))
  }

  @Test("A picture of enormous size is not decoded")
  func enormous() async {
    #expect(
      await outcome(of: SamplePNG(lyingAbout: 60_000, 60_000).bytes)
        == .failure(.tooLarge(width: 60_000, height: 60_000)))
    #expect(
      await outcome(of: SamplePNG(lyingAbout: 4_294_967_295, 4_294_967_295).bytes)
        == .failure(.tooLarge(width: 4_294_967_295, height: 4_294_967_295)))
  }

  @Test("A picture with a false size is harmless")
  func lie() async {
    #expect(await outcome(of: SamplePNG(lyingAbout: 6_000, 6_000).bytes) == .failure(.unreadable))
  }

  @Test("A decompression bomb ends its process, and the next picture is decoded")
  func bomb() async throws {
    // The largest allowed size, which exceeds the child's memory.
    let bomb = SamplePNG(bombOf: 7_070, 7_070).bytes
    #expect(bomb.count < 2 << 20)
    #expect(await outcome(of: bomb) == .failure(.unreadable))
    let after = SamplePNG(width: 8, height: 8) { _, _ in [9, 9, 9, 255] }
    #expect(try await outcome(of: after.bytes).get().width == 8)
  }

  @Test("Each damaged picture gives a picture or an error")
  func damaged() async {
    var random = SeededGenerator(seed: 200)
    let png = SamplePNG(width: 24, height: 24) { [UInt8($0 * 10), UInt8($1 * 10), 90, 255] }.bytes
    for _ in 0..<(isSoak ? 200 : 50) {
      var bytes = png
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
      }
      if Bool.random(using: &random) { bytes.removeLast(Int.random(in: 1..<bytes.count - 8, using: &random)) }
      switch await outcome(of: bytes) {
      case .success(let picture): #expect(picture.width <= Self.side)
      case .failure(.unreadable), .failure(.unknownKind), .failure(.tooLarge): break
      case .failure(let fault): Issue.record("\(fault)")
      }
    }
  }

  @Test("A missing decoder is named, and invalid output is refused")
  func wrong() async {
    let none = PictureDecoder(programs: Programs(chafa: "/bin/false"), patience: .seconds(60))
    let png = SamplePNG(width: 2, height: 2) { _, _ in [0, 0, 0, 255] }
    await #expect(throws: PictureFault.unreadable) {
      try await none.picture(in: png.bytes, width: 9, height: 9)
    }
    #expect(PictureFault.notInstalled("chafa").description == "chafa is not installed")
  }

  /// A decoder that runs a script, then outputs a picture of one pixel.
  private func decoded(doing script: String, writing pixel: String = "AQIDBA==") async throws -> Picture {
    let path = "/tmp/inkwell-chafa-\(getpid())"
    defer { unlink(path) }
    let whole = """
      #!/bin/bash
      pixel=\(pixel)
      \(script)
      printf '\\033_Ga=T,f=32,s=1,v=1,c=1,r=1,m=1\\033\\\\\\033_Gm=1;%s\\033\\\\\\033_Gm=0\\033\\\\' "$pixel"

      """
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o700)
    _ = whole.withCString { write(file, $0, strlen($0)) }
    close(file)
    let decoder = PictureDecoder(programs: Programs(chafa: path), patience: .seconds(60))
    let png = SamplePNG(width: 1, height: 1) { _, _ in [0, 0, 0, 255] }
    return try await decoder.picture(in: png.bytes, width: 9, height: 9)
  }

  @Test("A compromised decoder can only produce pixels")
  func takenOver() async throws {
    #expect(try await decoded(doing: "").bytes == [1, 2, 3, 4])
    await #expect(throws: PictureFault.unreadable) {
      try await decoded(doing: "printf '\\033]0;owned\\007'")
    }
  }

  @Test("The decoder is confined as far as the system allows")
  func confined() async throws {
    let port = try ListeningPort()
    let reached = "exec 3<> /dev/tcp/127.0.0.1/\(port.number) && pixel=CQkJCQ=="
    let programs = Programs()
    let isPossible = try programs.confinements.contains { confinement in
      try DecoderChild.run(
        programs.limits + confinement + [programs.trial], on: [], patience: .seconds(60), mostOutput: 0
      ).status == 0
    }
    #expect(try await decoded(doing: reached).bytes == (isPossible ? [1, 2, 3, 4] : [9, 9, 9, 9]))
  }

  @Test("A cancelled picture is not decoded")
  func unwanted() async {
    let task = Task { () -> PictureFault? in
      withUnsafeCurrentTask { $0?.cancel() }
      if case .failure(let fault) = await outcome(of: []) { return fault }
      return nil
    }
    #expect(await task.value == .cancelled)
  }
}
