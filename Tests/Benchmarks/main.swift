guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  print(Options.usage)
  throw CancellationError()
}
let report = Report()
if options.wants("survival") {
  let count = options.histories ?? (options.isQuick ? 600 : 3000)
  let table = try SurvivalTable(
    seeds: options.seed..<(options.seed + UInt64(count)), failures: options.failures,
    onlyWrong: options.onlyWrong)
  report.add(table)
  for failure in table.failures { print(failure.description) }
}
