import ChatDomain
import Testing

@testable import inkwell

@Suite("Draft sharing per account")
struct DraftSharingTests {
  @Test(
    "Drafts are shared by all accounts, by none, or by named ones",
    arguments: [
      ("{}", true, true), ("{drafts: {sync: true}}", true, true), ("{drafts: {sync: false}}", false, false),
      (#"{drafts: {sync: ["@ann:example.org"]}}"#, true, false), ("{drafts: {sync: []}}", false, false),
    ])
  func reads(_ sample: (text: String, ann: Bool, bob: Bool)) throws {
    let sharing = try ConfigurationSample.load(sample.text).draftSharing
    #expect(sharing.holds(for: "@ann:example.org") == sample.ann)
    #expect(sharing.holds(for: "@bob:example.org") == sample.bob)
  }

  @Test("The written form reads back as the same", arguments: [true, false])
  func written(isList: Bool) throws {
    let text =
      isList ? #"{drafts: {sync: ["@ann:example.org", "@bob:b.example"]}}"# : "{drafts: {sync: false}}"
    let configuration = try ConfigurationSample.load(text)
    let written = Setting.draftSharing.written(configuration)
    #expect(
      try ConfigurationSample.load("{drafts: {sync: \(written)}}").draftSharing == configuration.draftSharing)
  }

  @Test("An invalid account is reported by name", arguments: ["1", #"["ann"]"#, #"[1]"#, #""no""#])
  func faults(value: String) {
    #expect(ConfigurationSample.faults("{drafts: {sync: \(value)}}").count == 1)
  }
}
