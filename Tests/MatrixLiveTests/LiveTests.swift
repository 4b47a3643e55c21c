import Testing

/// The built program on a live Matrix server: what no answer that was recorded can show. One after another, because all
/// of them wait for programs.
@Suite(.serialized, .enabled(if: LiveServer.isHere, LiveServer.absence))
enum LiveTests {}
