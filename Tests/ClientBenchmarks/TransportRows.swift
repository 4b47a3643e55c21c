import Foundation
import HTTPTransport
import Measuring

/// Requests over kept-alive connections to a minimal server on loopback.
enum TransportRows {
  static func all() -> [Contest] {
    let place = Once { TransportPlace(server: try SmallServer()) }
    return [
      Contest(
        group: "transport", name: "an answer is awaited, one after the other", reference: 131_000,
        contestants: [
          Contestant(name: "GET, 200 bytes", batch: 32) {
            try await time(32, HTTPRequest.Body.none, in: place(), $0)
          },
          Contestant(name: "PUT of 1 KiB, 200 bytes back", batch: 32) {
            try await time(32, .bytes([UInt8](repeating: 7, count: 1024)), in: place(), $0)
          },
        ]),
      Contest(
        group: "transport", name: "the processor's part of a GET", reference: 109_000,
        note: "without the server's",
        contestants: [
          Contestant(name: "GET, 200 bytes", batch: 256) { try await processorTime(256, in: place(), $0) }
        ]),
      Contest(
        group: "transport", name: "each of 1,280 GETs, 64 at a time", reference: 26_600, fewest: 7,
        contestants: [
          Contestant(name: "as many as may be abreast", batch: 1280) {
            try await abreast(1280, in: place(), $0)
          }
        ]),
    ]
  }

  private static func time(
    _ count: Int, _ body: HTTPRequest.Body, in place: TransportPlace, _ stopwatch: Stopwatch
  ) async throws {
    var request = place.request
    request.body = body
    if body != .none { request.method = .put }
    var sum = 0
    try await stopwatch.measureWaiting {
      for _ in 0..<count { sum += try await place.transport.answer(to: request).status }
    }
    stopwatch.keep(sum)
  }

  private static func processorTime(
    _ count: Int, in place: TransportPlace, _ stopwatch: Stopwatch
  ) async throws {
    let (before, others) = (Self.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID), place.server.processorTime)
    for _ in 0..<count { stopwatch.keep(try await place.transport.answer(to: place.request).status) }
    let (after, others2) = (Self.nanoseconds(of: CLOCK_PROCESS_CPUTIME_ID), place.server.processorTime)
    stopwatch.take(after - before - (others2 - others))
  }

  private static func abreast(_ count: Int, in place: TransportPlace, _ stopwatch: Stopwatch) async throws {
    let (transport, request) = (place.transport, place.request)
    var sum = 0
    try await stopwatch.measureWaiting {
      sum = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<64 {
          group.addTask {
            var sum = 0
            for _ in 0..<count / 64 { sum += try await transport.answer(to: request).status }
            return sum
          }
        }
        var sum = 0
        while let part = try await group.next() { sum += part }
        return sum
      }
    }
    stopwatch.keep(sum)
  }

  static func nanoseconds(of clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}

/// A server and a transport with a connection to it.
private final class TransportPlace {
  let server: SmallServer
  let transport = CurlTransport(abreast: 64)
  var request: HTTPRequest { HTTPRequest(.get, "http://127.0.0.1:\(server.port)/") }

  init(server: SmallServer) { self.server = server }
}
