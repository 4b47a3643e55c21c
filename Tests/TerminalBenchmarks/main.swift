import Foundation
import Measuring
import ProgramTerminal

guard let options = Options(Array(CommandLine.arguments.dropFirst())),
  options.rest.isEmpty || options.rest.count == 2 && options.rest[0] == "--inkwell"
else {
  print("usage: TerminalBenchmarks \(Options.usage) [--inkwell PROGRAM]")
  exit(64)
}

/// What this program finds.
struct TerminalResults: Encodable {
  let figures: [Figures]
  let missing: [String]
}

func measure() async throws {
  let all = [.inkwell(at: options.rest.last ?? BuiltProgram.inkwell), Client.irssi, Client.weechat]
  let clients = all.filter(\.isInstalled)
  let missing = all.filter { !$0.isInstalled }
  for client in missing { print("\(client.name) is missing: there is no \(client.command[0])") }
  guard clients.first?.name == "inkwell" else { exit(69) }
  print(
    """
    Programs in terminals of 80x24, measured from outside and in turns: a key to one, a key to the next. Before each key
    nobody has written anything for \(VirtualTerminal.lull) ms.
    """)
  var report = Report(options)
  let (opening, typing, rest) = (
    OpeningRows(clients: clients), TypingRows(clients: clients), RestRows(clients: clients)
  )
  let heavy = HeavyRows(clients: clients)
  // Made one by one, so that the programs of a row end with it.
  let rows = [
    opening.frame, opening.content, opening.drafts, typing.echo, typing.bytes, typing.longEcho,
    typing.longBytes, typing.paste, typing.pageUp, heavy.flags, heavy.joiners, heavy.blankLines,
    rest.processorTime, rest.wakings, rest.memory, rest.usedMemory,
  ]
  for make in rows { try await report.add(make()) }
  if let json = options.json {
    let results = TerminalResults(figures: report.figures, missing: missing.map(\.name))
    try ResultFile(path: json).write(results, of: "TerminalBenchmarks")
  }
}

try await measure()
