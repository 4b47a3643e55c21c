import Composer
import Testing

@testable import inkwell

@Suite("The configuration as text")
struct ConfigurationTextTests {
  private typealias Sample = ConfigurationSample

  /// The configuration without the sources of its values.
  private func bare(_ configuration: Configuration) -> Configuration {
    var bare = configuration
    bare.origins = [:]
    return bare
  }

  @Test(
    "The printed configuration reads back as the same",
    arguments: [
      "{}", "{theme: 'light', profile: 'work', keys: {send: ['C-s'], redraw: [], newline: 'Enter'}}",
      "{drafts: {enabled: false, historyDays: 1, first: true}, programs: {editor: \"a \\\"b\\\" \\u001b\"}}",
      "{theme: {base: 'light', text: '#102030 on 17', draft: 'plain', names: ['bold red', '#ffffff on 3']}}",
      "{theme: {draft: 'bold red', quiet: '243', names: ['red', '130']}}",
      "{theme: {text: '20 on 230', base: 'auto'}}",
      "{theme: {base: 'contrast', error: 'reverse'}}",
      "{terminal: {colors: 'none', mouse: true}, theme: 'contrast', demo: {seed: 12345, quiet: true}}",
    ])
  func roundTrip(text: String) throws {
    let configuration = try Sample.load(text)
    let printed = ConfigurationText.inForce(configuration)
    let again = try Sample.load(printed)
    #expect(bare(again) == bare(configuration))
    // It contains every setting.
    #expect(again.origins.count == Setting.all.count)
  }

  @Test("Each value is printed with its source")
  func origins() throws {
    let text = "{\n  drafts: {\n    enabled: false,\n  },\n}"
    let configuration = try Sample.load(
      text, Sample.arguments { $0.seed = 5 }, environment: ["NO_COLOR": "1", "EDITOR": "ed"])
    let printed = ConfigurationText.inForce(configuration).split(separator: "\n").map {
      $0.drop { $0 == " " }
    }
    for line in [
      "enabled: false, // \(Sample.path):3", "historyDays: 30, // default", "colors: \"none\", // $NO_COLOR",
      "editor: \"ed\", // $EDITOR", "seed: 5, // --seed", "keys: { // default",
    ] { #expect(printed.contains { $0 == line }, "\(line)") }
  }

  @Test("The sample states the defaults and sets nothing")
  func sample() throws {
    #expect(try bare(Sample.load(ConfigurationText.sample)) == bare(Sample.load("{}")))
    #expect(try Array(Sample.load(ConfigurationText.sample).origins.keys) == ["keys"])
    // Uncommented, it states the same.
    let names = Setting.all.compactMap(\.path.last) + Command.all.map { "\"\($0.name)\"" }
    let lines = ConfigurationText.sample.split(separator: "\n").map { line -> String in
      guard let slashes = line.firstRange(of: "// ") else { return String(line) }
      let words = line[slashes.upperBound...]
      return names.contains { words.hasPrefix("\($0): ") } ? String(words) : String(line)
    }
    let awake = try Sample.load(lines.joined(separator: "\n"))
    #expect(awake.origins.count == Setting.all.count)
    #expect(try bare(awake) == bare(Sample.load("{}")))
  }

  @Test("The example in the documents is correct")
  func example() throws {
    let configuration = try Sample.load(ConfigurationTables.example.joined(separator: "\n"))
    #expect(configuration.keymap.keys(of: .composer(.newline)).map(\.description) == ["Enter", "M-Enter"])
    #expect(configuration.origins.count == 3)
  }

  @Test("Lines fit the screen wherever possible")
  func width() {
    for line in ConfigurationText.sample.split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
  }
}

/// In-memory configuration files.
enum ConfigurationSample {
  static let path = "/home/mia/.config/inkwell/config.json5"

  /// Loads a file with this text.
  static func load(
    _ text: String?, _ arguments: Arguments = Arguments(), environment: [String: String] = [:],
    files others: [String: String] = [:]
  ) throws -> Configuration {
    var files = others
    files[path] = text
    let variables = environment.merging(["HOME": "/home/mia"]) { $1 }
    return try Configuration.load(arguments, environment: { variables[$0] }, files: self.files(files))
  }

  /// Arguments with a change.
  static func arguments(_ change: (inout Arguments) -> Void) -> Arguments {
    var arguments = Arguments()
    change(&arguments)
    return arguments
  }

  static func files(_ texts: [String: String]) -> ConfigurationFiles {
    ConfigurationFiles { path in texts[path].map { .bytes(Array($0.utf8)) } ?? .missing }
  }

  /// The errors reported for a file with this text.
  static func faults(_ text: String, files: [String: String] = [:]) -> [String] {
    do {
      _ = try load(text, files: files)
      return []
    } catch let faults as ConfigurationFaults {
      return faults.all.map { fault in
        fault.file == path ? String(fault.description.dropFirst(path.count + 1)) : fault.description
      }
    } catch {
      return ["\(error)"]
    }
  }
}
