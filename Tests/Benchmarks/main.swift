import Foundation

guard let options = Options(Array(CommandLine.arguments.dropFirst())) else {
  print(Options.usage)
  exit(64)
}

var report = Report()
var stopwatch = Stopwatch()

if options.failures == 0 {
  print(
    """
    A sample is the mean of so many runs in a row; median and p99 are those of the samples. The contestants of a row
    are measured in turns. Each update(text:) is the first one of a fresh draft, made outside of what is measured.
    """)
  let growth = GrowthRows.sizes.map { size in { GrowthRows.rows(bytes: size) } }
  let rest = (UpdateRows.all + HostileRows.all + EditRows.all + MarkupRows.all).map { make in { [make()] } }
  for make in rest + growth {
    for contest in make() where options.wants(contest.group + " " + contest.name) {
      report.add(contest.figures(&stopwatch, isQuick: options.isQuick))
    }
  }
  report.printGrowth()
}

if options.failures > 0 || options.wants("survival") {
  let count = UInt64(options.histories ?? (options.isQuick ? 600 : 3000))
  let table = try SurvivalTable(
    seeds: options.seed..<(options.seed + count), failures: options.failures, onlyWrong: options.onlyWrong)
  report.add(table)
  for failure in table.failures { print(failure.description) }
}

print("\n(checksum \(stopwatch.checksum))")
if let json = options.json { try report.write(to: json) }
