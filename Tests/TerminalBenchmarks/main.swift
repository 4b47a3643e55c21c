import Foundation
import Measuring
import ProgramTerminal

guard let options = TerminalOptions(Array(CommandLine.arguments.dropFirst())) else {
  print(TerminalOptions.usage)
  exit(64)
}

/// The JSON output of this program.
struct TerminalResults: Encodable {
  let figures: [Figures]
  let missing: [String]
}

/// Creates each row just before it is measured, so that its programs end with it.
func figures(of rows: [() -> Contest]) async throws -> [Figures] {
  var report = Report(options.common)
  for make in rows { try await report.add(make()) }
  return report.figures
}

func installed(_ clients: [Client]) -> (there: [Client], missing: [Client]) {
  let missing = clients.filter { !$0.isInstalled }
  for client in missing { print("\(client.name) is missing: there is no \(client.command[0])") }
  guard missing.first?.name != "inkwell" else { exit(69) }
  return (clients.filter(\.isInstalled), missing)
}

/// None without valgrind.
func instructionRows(_ clients: [Client]) -> [() -> Contest] {
  guard CountedProgram.isInstalled else {
    print("valgrind is missing: no instructions are counted")
    return []
  }
  return InstructionRows(clients: clients).all
}

func compare() async throws {
  let inkwell = Client.inkwell(at: options.inkwell)
  let (clients, missing) = installed([inkwell, .irssi, .weechat])
  print(
    """
    Programs in terminals of 80x24, measured from outside and in turns: a key to one, a key to the next. Before each key
    nobody has written anything for \(VirtualTerminal.lull) ms.
    """)
  let (opening, typing) = (OpeningRows(clients: clients), TypingRows(clients: clients))
  let (heavy, rest) = (HeavyRows(clients: clients), RestRows(clients: clients))
  let editors = [Client.nano].filter(\.isInstalled)
  let rows =
    [
      opening.frame, opening.content, opening.drafts, typing.echo, typing.bytes, typing.longEcho,
      typing.longBytes, typing.paste, typing.pageUp, heavy.flags, heavy.joiners, heavy.blankLines,
      rest.processorTime, rest.wakings, rest.memory, rest.usedMemory,
    ] + instructionRows(clients + editors)
  let results = TerminalResults(figures: try await figures(of: rows), missing: missing.map(\.name))
  guard let json = options.common.json else { return }
  try ResultFile(path: json).write(results, of: "TerminalBenchmarks")
}

func countInstructions() async throws -> [Figures] {
  let rows = instructionRows(installed([.inkwell(at: options.inkwell)]).there)
  guard !rows.isEmpty else { exit(69) }
  return try await figures(of: rows)
}

switch options.task {
case .compare: try await compare()
case .record(let counts): try counts.record(try await countInstructions())
case .check(let counts):
  let complaints = try counts.complaints(about: try await countInstructions())
  complaints.forEach { print($0) }
  if !complaints.isEmpty {
    print("If this is meant, `make instructions COUNTS=--record` says so.")
    exit(1)
  }
}
