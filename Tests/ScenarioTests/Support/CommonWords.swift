/// Common English words, with some that begin like what the keys of message mode do.
nonisolated enum CommonWords {
  static let all = text.split(whereSeparator: \.isWhitespace).map(String.init)

  private static let text = """
    able about above accept account action active after again agree all allow almost also always and angry
    another answer any apple april are area around ask at august available away baby back bad ball bank be
    because become before begin behind believe best better between big bill black blue board body book both box
    boy break bring brother budget build bus business but buy by call can cancel car care case cat catch center
    change check child choose city clear close coffee cold color come company copy could country course cover
    cry cut dad dark data date daughter day deal dear death december decide deep delete deploy design did die
    different dinner discuss do doctor dog done door down draw drink drive drop dry early earth east easy eat
    edit egg eight either else email end enough even evening ever every example eye face fact fall family far
    fast father feel few field fight file find fine finish fire first fish five fix floor fly follow food foot
    for forget form forward found four free friday friend from full fun game garden gave get girl give glad go
    god gold good got great green ground group grow guess had hair half hand happen happy hard has hat have he
    head hear heart heavy hello help her here hi high him his hold home hope hot hour house how hundred i idea
    if important in inside into is it january job join joke juice july jump june just keep key kid kill kind
    king kitchen knew know lady land large last late laugh law lead learn leave left less let letter life light
    like line list little live long look lose lost lot love low lunch made mail make man many march market maybe
    me mean meet member merge message might mind minute miss monday money month more morning most mother move
    much music must my name near need never new next nice night no none north not note nothing november now
    number october of off offer office often oh ok old on once one only open or order other our out over own
    page paid paper park part party pass past pay people perhaps person phone pick piece pin place plan play
    please point poor post power pretty problem process product pull push put quality question quick quiet quite
    quit rain ran reach react read ready real reason red release remember reply report rest result retry return
    review rich right river road room round rule run sad said same saturday save saw say school sea search
    season seat second see sell send sentence september service set seven shall she ship short should show sick
    side sign since sing sister sit six size sleep slow small snow so some son song soon sorry sort sound south
    speak special spend sport spring stand star start state stay still stop story street strong such sudden
    summer sun sunday sure table take talk teach team tell ten test than thank that the their them then there
    these they thing think third this those though thought thousand three through thursday time to today
    together told tomorrow tonight too took top town travel tree tried true try tuesday turn twelve twenty two
    under understand unit until up upon us use usual value very view visit voice wait walk wall want war warm
    was wash watch water way we wear weather wednesday week well went were west what when where which while
    white who whole why will win wind window winter wish with within without woman wonder word work world would
    write wrong year yellow yes yesterday yet you young your zero zone Dear Do Good Great Re Rather React
    Release Remove Response Reply Rolled Pay Please Thanks Today The Edit Open Just Keep Yes You
    """
}
