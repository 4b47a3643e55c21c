// Fuzzes MatrixService/Wire.
// With Tests/MatrixWireTests/Support/WireLaws.swift.
// Compiled in one module with its sources by run.sh; what it imports are the modules below it.

import ChatDomain
import Ciphers
import CrossSigning
import DraftEngine
import EncryptionMachine
import FileSystem
import FormattedText
import JSON
import Olm
import SQLite

/// Reads every input as the answer to a sync, as an event, as the content of a message, and as its HTML.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMatrix(_ data: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: data, count: size))
  var laws = WireLaws()
  laws.checkSync(bytes)
  laws.checkEvent(bytes)
  laws.checkEvent(event(content: bytes))
  laws.checkHTML(bytes)
  checkAnswers(bytes)
  laws.checkRoundTrip(
    MessageContent(elements: MessageMarkup.parse(String(decoding: bytes, as: UTF8.self))))
  // Not `precondition`, whose message is dropped in an optimised build.
  if let breach = laws.breaches.first { fatalError(breach) }
  return 0
}

/// An event of the viewer or of another user, by the first byte of the content.
private func event(content: [UInt8]) -> [UInt8] {
  let sender = content.count.isMultiple(of: 2) ? "@ann:example.org" : "@ben:example.org"
  let start =
    #"{"type":"m.room.message","sender":"\#(sender)","event_id":"$e","origin_server_ts":1700000000000,"content":"#
  return Array(start.utf8) + content + [UInt8(ascii: "}")]
}

/// The other answers: none of them may trap, and a refusal must have a meaning.
private func checkAnswers(_ bytes: [UInt8]) {
  let room: ChannelID = "!hill:example.org"
  attempt { () throws(AnswerError) in _ = try MessagesAnswer(bytes, in: room) }
  attempt { () throws(AnswerError) in _ = try RelationsAnswer(bytes, in: room) }
  attempt { () throws(AnswerError) in _ = try ContextAnswer(bytes, of: "$e", in: room) }
  attempt { () throws(AnswerError) in _ = try SearchAnswer(bytes) }
  attempt { () throws(AnswerError) in _ = try LoginAnswer(bytes) }
  attempt { () throws(AnswerError) in _ = try ProfileAnswer(bytes) }
  attempt { () throws(AnswerError) in _ = try DirectoryAnswer(bytes) }
  attempt { () throws(AnswerError) in _ = try CreatedMediaAnswer(bytes) }
  for status in [400, 401, 403, 404, 409, 413, 429, 500, 503] {
    let failure = MatrixFailure(status: status, body: bytes, retryAfter: "5")
    if failure.meaning(FailureContext(.sync)) == .wait(nil) { fatalError("a wait has no length") }
    if failure.sentence.utf8.count > 200 { fatalError("a sentence is too long") }
  }
}

/// Whether the answer is valid does not matter, only that reading it does not trap.
private func attempt(_ read: () throws(AnswerError) -> Void) {
  do throws(AnswerError) {
    try read()
  } catch {
    return
  }
}
