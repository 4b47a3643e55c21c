import Testing

/// The built program on a live Matrix server, for what recorded answers cannot show. Serialized, because all of these
/// tests wait for programs.
@Suite(.serialized, .enabled(if: LiveServer.isHere, LiveServer.absence))
enum LiveTests {}
