/// Talks of this program's seeded side with vodozemac 0.10.0, made by Tests/Scripts/olm-transcripts.py.
struct Transcript: Sendable {
  enum Line: Sendable {
    /// A message that vodozemac wrote: its type, body and text.
    case theirs(Int, String, String)
    /// A message that this side wrote and vodozemac read.
    case ours(Int, String, String)

    init(reading line: Substring) {
      let words = line.split(separator: " ", maxSplits: 3)
      precondition(words.count == 4, "\(line)")
      let (type, body, text) = (Int(words[1]) ?? -1, String(words[2]), String(words[3]))
      self = words[0] == "theirs" ? .theirs(type, body, text) : .ours(type, body, text)
    }
  }

  let identity: String
  let oneTimeKey: String
  let id: String
  let lines: [Line]

  init(identity: String, oneTimeKey: String, id: String, lines: String) {
    self.identity = identity
    self.oneTimeKey = oneTimeKey
    self.id = id
    self.lines = lines.split(separator: "\n").map(Line.init(reading:))
  }

  /// vodozemac begins; three turns, each with messages in reverse order, of which two come at the end.
  static let answered = Transcript(
    identity: "8qRsIKe+4a8B5bSoJmp9WERcPoHpw7a2cBIZxZ6Udj0",
    oneTimeKey: "x2SclvF1BL3lw1hV08BkBaOdN3Q251iT8l/ZpSkLHE8",
    id: "FxWVHeTDDUJ8LUuL1WCe6ImZsFWMJFW86TAUYeG393M",
    lines: """
      theirs 0 Awogx2SclvF1BL3lw1hV08BkBaOdN3Q251iT8l/ZpSkLHE8SIOyqF7R0GOozoVxtZLh4wCCiFb3zwMDNbZojO2wqkhcKGiDypGwgp77hrwHltKgman1YRFw+genDtrZwEhnFnpR2PSI/AwogLS6BYbAfsW/014esAMJZFmbtgASJmIHpEdJp95uC7AsQACIQGopjUDmWLKsXWOELzL24hvjGEXGPw6o1 first
      ours 1 AwogK0ByGuZcF4E7lMD/DI73XO2foVjAczbQ1Aw50aOZJzoQACIQuFDMIVbuBii2ylPMm+mNdF91kpxcoofR ours, turn 0
      theirs 1 AwogSCFUGLF8a20UA7hKJ31xQk/7Q1w7vZ0QWDVGDMt/0BwQBCIQuxWCyn47K81LKX/n51wTjeiW/LFMiFbZ skipped 4
      theirs 1 AwogSCFUGLF8a20UA7hKJ31xQk/7Q1w7vZ0QWDVGDMt/0BwQAyIQ2Xd1EePhcqKUjKgaYKOucg3hXafVihel skipped 3
      theirs 1 AwogSCFUGLF8a20UA7hKJ31xQk/7Q1w7vZ0QWDVGDMt/0BwQAiIQwqdPzgS1d4fKBlU/WPABrAHsjVK5G0TK skipped 2
      ours 1 AwogQ9xFSumGw2L8OrvuMPIWvzx2/sZDtL0lgeIcX6YbUnEQACIQ0iYJtpRkqgYsE8J+sN71lWiBjzgfFL5c ours, turn 1
      theirs 1 AwogwUzEjfRYXaMjphRhLhh50j2VOUomefES7fC0Ls6d61MQBCIQJa3BSLX6PBxQ46pihhxK5xplk9+sQEsg skipped 4
      theirs 1 AwogwUzEjfRYXaMjphRhLhh50j2VOUomefES7fC0Ls6d61MQAyIQ/BVdjPyZ4sdUPmXhFZLJZCb2ONQ9GwUi skipped 3
      theirs 1 AwogwUzEjfRYXaMjphRhLhh50j2VOUomefES7fC0Ls6d61MQAiIQ30nkxyT6n+nawxZ86B3gGDDhFVBtaMT3 skipped 2
      ours 1 Awogh8ZWFrFLuKj+llYOgo2s3G8fgxu+m8GaitvtbgB9VHoQACIQuZqtcF1Z3DYzzie95A2WhVJYx6Ix571W ours, turn 2
      theirs 1 Awog2WzgDAIAlNbBDd+bv1vU8BcKjIvsisqy8LYNL3eE1SMQBCIQLv/4eiCDu9HCaGHyUVlQ/XS2BZ68NnLJ skipped 4
      theirs 1 Awog2WzgDAIAlNbBDd+bv1vU8BcKjIvsisqy8LYNL3eE1SMQAyIQwDmrKIUKTAPd3xfDA/iPfB75Tzrp040w skipped 3
      theirs 1 Awog2WzgDAIAlNbBDd+bv1vU8BcKjIvsisqy8LYNL3eE1SMQAiIQoraxx+tzDnJD/C258eamEGxwtPxxaicD skipped 2
      theirs 1 AwogSCFUGLF8a20UA7hKJ31xQk/7Q1w7vZ0QWDVGDMt/0BwQACIQse0ys0sgLM9rQ5B6IFC7JIOTX3uZM5co skipped 0
      theirs 1 AwogSCFUGLF8a20UA7hKJ31xQk/7Q1w7vZ0QWDVGDMt/0BwQASIQKlhaun8iXL3mdBYUwXpME+MIor/HzWIg skipped 1
      theirs 1 AwogwUzEjfRYXaMjphRhLhh50j2VOUomefES7fC0Ls6d61MQACIQjv3FMdFUMaU5BWgp1nJ0jU3i1rnQiok2 skipped 0
      theirs 1 AwogwUzEjfRYXaMjphRhLhh50j2VOUomefES7fC0Ls6d61MQASIQqD0OBOYAeljMY2H9YVEDmY3KxythGZuw skipped 1
      theirs 1 Awog2WzgDAIAlNbBDd+bv1vU8BcKjIvsisqy8LYNL3eE1SMQACIQUFE3winPAEr/nDWJImpk2M3+uHQebKaD skipped 0
      theirs 1 Awog2WzgDAIAlNbBDd+bv1vU8BcKjIvsisqy8LYNL3eE1SMQASIQ+gTUqYL1Vjgu3vDo+tyt9XNVMq5a6mab skipped 1
      """)

  /// This side begins, with two messages before the first answer; three turns.
  static let begun = Transcript(
    identity: "ezK2kSzVilWgND+iynCGzQrRHWpECnlGPCfnbNKPuG8",
    oneTimeKey: "CWda2IJayrZyRlPZlqqa+72sQdk9cTPQEvm3Dr+fOnE",
    id: "lQaL+tIghpFBhE+YCqYnYIxF3G8FHvRfsCjCS6w4Dj0",
    lines: """
      ours 0 AwogCWda2IJayrZyRlPZlqqa+72sQdk9cTPQEvm3Dr+fOnESILHhNlcJZrH+jswVjyZMkAwyaHnN/fiV68rJCAkeKllmGiBFBVv1n1Rvdl5dRQvoPHU+K9/BpWuJOkBDstrd+4sYICI/Awog7piKBwlnTwysPxLee39/hmJFrHTdIaEOZPquE6KyLlcQACIQPYTUf2mQt/zcirBQfAkvrL3Kp4HUbIDs first
      ours 0 AwogCWda2IJayrZyRlPZlqqa+72sQdk9cTPQEvm3Dr+fOnESILHhNlcJZrH+jswVjyZMkAwyaHnN/fiV68rJCAkeKllmGiBFBVv1n1Rvdl5dRQvoPHU+K9/BpWuJOkBDstrd+4sYICI/Awog7piKBwlnTwysPxLee39/hmJFrHTdIaEOZPquE6KyLlcQASIQMYoQ03bK9Q7Tn1O0ptV8K0nKYKME1MqY second
      theirs 1 AwogJd7kta6TqYIREusEt5Qp3euYS4jzkZNHe2ie8Xk1Tg0QACIQRNzSgxy7bAHhWFecNYUEfVHHqcdSOYOw theirs, turn 0
      ours 1 Awog2E0AS3Y7WdxHMyg+qRZtkn9HoWgXjc+OfnswOOATmi4QACIQfo4QyKH/fgIJ4ZXvIk//6aJgJkN0PE2L ours
      theirs 1 AwogkQvS9VrgJ7+sRXGW01JKooOV5JJ05Mam+6UTvLeJMhYQACIQ2p2qdC6DWG4JGpaPFddBxjxyiu6MCiVe theirs, turn 1
      ours 1 AwoghMiklzMNsYxaXW/yKO7eAme02EpNy/4eVwudxGhANR8QACIQW8l0ibFY2WJmF6fHAAL3HnJEKGsS6qz4 ours
      theirs 1 AwogXZlEF5R+vVwXV2BqtXlXanKmBokFvwrigM8J6R49pHwQACIQ3Y+crwUf2tGz+OuejEzayarOcLT2df/9 theirs, turn 2
      ours 1 AwogEqrLSSkPoK4auEVIulaZI8OlAZC1fFKK+RcgdWAJaRYQACIQcuYxnpfVHs0wQMOJg4zdQqQiRnM8hslV ours
      """)
}

/// A room's session of vodozemac, made by Tests/Scripts/olm-transcripts.py.
enum MegolmTranscript {
  /// The lines of a text, each with the words between its blanks.
  private static func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").map { $0.split(separator: " ").map { String($0) } }
  }

  static let id = "tnMKZr9LbBrQaM7jzli7VjWmK7rwiyEYDCgISbkFLz0"
  static let shared =
    "AgAAAADU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvcRaJa53x9+h2uZn3E2VrrPFZJEUUVK0odVkMeAIfjVqT+BCs9v58g3wCPrgGiIZCch7R4XNRyxZ2XOC2zF0tQe7ZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89F60ZcVMbs0Y4LXwcJLC0CStZXqLAsDFZV4etpZhLQcBi8zLwjD0cOX7Wqyv7+rt8JapmiUtLVGGXblS9Y5CiAQ"

  /// The index, the message, and the session exported from there. The text is the index.
  static let messages: [(UInt32, String, String)] = rows(
    """
    0 AwgAEhAEb/YUdEUEw1pKow2tMHMyjQkjywh33s6n6oZmvMJ9zzrZZa6zoJZeWbqm1oCioBVxLTiE3sQR+MmRwFFvjnHUT2J68tqvlWOcPXLI5FJdQP5O90a/zIcI AQAAAADU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvcRaJa53x9+h2uZn3E2VrrPFZJEUUVK0odVkMeAIfjVqT+BCs9v58g3wCPrgGiIZCch7R4XNRyxZ2XOC2zF0tQe7ZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    1 AwgBEhDbL89vkZr2HanxTY1KPIyTfxRSayTbePpDrGF8W9mp0ZTkTnN69ziroAu2cmo0QaCfKtMshmonPRik/22TWt+m7AHAGOneUL8KPRPnMFPVhqoyihbAaWEB AQAAAAHU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvcRaJa53x9+h2uZn3E2VrrPFZJEUUVK0odVkMeAIfjVqQSJVXin1veyIs7iAcRufbRQuI3gw+eC9R8AGzxSAi6ALZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    255 Awj/ARIQQc/WMFP7NMQC8zRNouM9UliWsdhGMxp9rNcPXPSnX3JYc4oHGfG/O/s93O8vMKQVon4TMtS6ycJhOd5qUzqeIpbNajDnb//cLlXGDGOr4+QvkOLI+C4+AA AQAAAP/U5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvcRaJa53x9+h2uZn3E2VrrPFZJEUUVK0odVkMeAIfjVqQXoZPgqIvd7Hn8JJ9wEfEeJfDm7z/4iwb38kX1akK8ubZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    256 AwiAAhIQX0BUYRe78MBINS5ulUFIddgu99TABpZQWsd+18xPzYSs29j+SYH8gYHu6kKmvva0Yw8sCYNZHEgaxN0Ks8CtDK5cHunr69///Cf+PCydhseyMmlyyqRdDQ AQAAAQDU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvcfv5K/sOx3eA+/N3YB2zdnWN3Zi/BAnXd9kvqFo9+Gpor7Ga+3hrKd1BEm3kb0VevYuz9oRt3z002aMbT48WwlrZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    257 AwiBAhIQ4AM2xet3ijMj1S0+yR+xymHZ2vo4rbnY6Jez3HvhSaQ8ZOe9894YEC9RU+Z4ZWBPzMQQ1M7om8EONlajGRLpPpiFsFqyWNHEF/HmyQNVLvSnEtkJsk87Cg AQAAAQHU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvcfv5K/sOx3eA+/N3YB2zdnWN3Zi/BAnXd9kvqFo9+GprQDd0c75+cIJjKCrb/7Pc/9ZtVUQWqurnM3tshMeygrrZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    65535 Awj//wMSEJGUS+cOMfXGdfHHo1ZeNdfPS7fx9YCI7tkcraF8e5ZGDu550XsUsN+5PYmkLQ6KlkFUHv4PHYprygEIK8W/ISGPte64AbVfAV/n+BQRyb7Nv3tnTcNFJgI AQAA///U5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxuIv28KXzUGCrpHllAWMnHphkLZL7Dd30Et7bLKajVvc5c+wFDavtS8j2lwcCUnA7SwAYO3a9aTw73Aj2c353VcHtHQStE9vUTauwxyAUVDD+sNOISHKyo1UuJJBJ9efibZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    65536 AwiAgAQSEI1UtJPYs6GopBNb5hFRYQlHGi1p/D/VTMeZmyMr85KcNdQUoLpSN86R0JT35gtlFeLBooN0kL9zokfVfU6FvIQzArdSs9uHq/Bm3SQ4dbfgSaq9OUk1owk AQABAADU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxvYYh0XUeZkn/GLVnjRE2HqQcF8MF4FRCFxABY9utIHKVGVkEpRcVKtSNwwr8UkjFAIpsY/vgP/isX6zsuLlVzTr1q3avZpb7Pg3gXcmJXNCTLG8dyFTrfjgnLfB7OsExbZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    65537 AwiBgAQSELPE0x6PNFIeQDI4EZSGRNofTp50Kx5ps8hruHfNohqAA6iwsZrbgE9OSguIKPdknNOZW7sNIuBVE/qPEc6GN9VSQcTvnx98LZfw390/6gsYFD7F8t2cgQM AQABAAHU5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2AxvYYh0XUeZkn/GLVnjRE2HqQcF8MF4FRCFxABY9utIHKVGVkEpRcVKtSNwwr8UkjFAIpsY/vgP/isX6zsuLlVzQmY1MkVC+tQBrWYsI+Kj1sHMouhbKeg6CIvpGznUIneLZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    16777215 Awj///8HEhA2JnaodjL6Vn8q8tOLoSPS8X+xK24Bra3p5lmERwZJZIz46IINFDFCLi/QxGumVlQnsrs6jQoA9DSlYXZd2cFY2XXn+OZrtr4yt82uXJaJ0KJLOrrFDqkN AQD////U5LBsARjXso9qJUblpAhfB5NB6aTVID9DqQKfdt2Axh4OoIs1ehmD4taADpjTPL+177AdAkGT6VrhURBEN4MPfIqk8idiczS4/X+ZVIHkgZFPtwzb9Q1aLnyYh3q4tnp7TUZQfp7mSim9urGbuKLbud3lQrDq256nQ0HmnkSTCbZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    16777216 AwiAgIAIEhBedQchDX9rCepxRM1XA555qZ4ra5Pjj9r4OmJqtzE9lOIRBvQ9mU3STgb1R8dHW/vrQbmHdtf5gTpF/XjJr8aavNREvNl/LfUBPVnp5ok4j1uYp3duEfED AQEAAABzFBHGpOfZ+ejyf1ZTvP0SZmZLXH/n+QDJT6XVwIsZdj4mL+xu16d1mPoo4oTyM1Uyvp+mpmAfHzEQ1W23Rn6C/+I4OLC1H7T7bJGrlLri/cGM6wWlvIk2cbE8OT3vNknwUY5YP0OEqb1nr0+bVsTGi0kgPBnmCxDAtMSVHhLq3bZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    16777217 AwiBgIAIEhBL2Wtjm4WK1mbuHL5T9Wg63p8hxokD7oBEIIJZ/xwkeSEkDjnGt8giNewp2R+G+IgzJaoVLalKvPItqQsgXWqfWkJVfvJKNs0/JD30le3uYx1sPCVVid0I AQEAAAFzFBHGpOfZ+ejyf1ZTvP0SZmZLXH/n+QDJT6XVwIsZdj4mL+xu16d1mPoo4oTyM1Uyvp+mpmAfHzEQ1W23Rn6C/+I4OLC1H7T7bJGrlLri/cGM6wWlvIk2cbE8OT3vNkmR31Siv0oqpj+BIZJZtxtjIHkGOstIdBvR+XeZj7CesbZzCma/S2wa0GjO485Yu1Y1piu68IshGAwoCEm5BS89
    """
  ).map { (UInt32($0[0]) ?? 0, $0[1], $0[2]) }

  /// A session of this side with the seed 49, as vodozemac read it.
  static let ours = (
    id: "nWSD8egVjbB2B1ehMF8H2qAXblki6tPFWl3HXRLlecY",
    shared:
      "AgAAAACHaaVjeRjbvG/gsvAWS7VluhzkVpyOYraOlbI4FmSUMv0GSkkUHDwwKjOyOdGV0/mrCx+4hrqGsf9uaNVkh0Rjm1IN4qIoA2wf/XthwoecVVxDmAXbQz3wIqF+VAH+x1tR0HKDRyPETSLqVc+aVNAMfbPe+3SXEaer3ZaEgjMxMZ1kg/HoFY2wdgdXoTBfB9qgF25ZIurTxVpdx10S5XnGlo0I98StqGa4MgI6CtkY0IT8c1blrFuSMYM1V+T9MI8C8XVeSGur2HqkJ/nFae/zPKBJM5YJzfqG8dQ5Qkp2DQ",
    messages: rows(
      """
      AwgAEhAgyddY8jOuN/rLK6UIvvOZMHpflp7UGTErNiVxSLhDq5cA0KI1EBvVUbdTluivXvBJOATsgf/hHDtIU+q/X0r1RDDDwpvDLfzgr/HAc5iLWSaZtUKyRCsJ
      AwgBEhBD+lhYrpH9yoFZu/Rgv3Tg7jQdngmajiekhfrrcwSk3jCRiG1ORagkqSM0gqsSo//as0Sd7MMnoqjE91N2xFrzPc8ieOvOHNxa1FC2GLeittuEVP/JJV4F one
      AwgCEhDOt+H4xGMAVP3tQ51BRwHM9qJTLY5xAVNy3wS3GWdHGNwfs+668zYhTpwEcQR91YmCCVTpr1ZkSf/2Kd2uVU5vdsNOOjxLX6MBDw2S8q4bb5efh+DxGr4A two
      """
    ).map { ($0.count > 1 ? $0[1] : "", $0[0]) }
  )
}
