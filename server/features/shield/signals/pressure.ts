import { always, signal } from './signal.ts'

export const pressure = [
  signal(
    'pressure',
    'hurry',
    0.8,
    'put you under pressure of time',
    `
    @others|many|plenty|2|two|three|several|six|five|one ..3 @others|people|person ..5 @pay|coming|come|interested|want|waiting|asking|ready|offered|offering|way|calling|dey|wants|price|pricing
    another ..2 @others|person|man|woman|guy|lady|one ..6 @pay|coming|come|interested|want|waiting|ready|offered|way|wants|cash
    @pay|send|decide|deposit|transfer|confirm|act ..5 within|next|in|before ..4 minutes|minute|mins|hour|hours|<number>|evening|tonight|noon|today|midnight|end|close
    @pay|send|deposit|transfer|drop ..3 now ..1 now|or|else|before|so|if
    if ..5 not|no|dont|never|cant ..4 @pay|send|transfer|now|today|deposit ..8 @others|sell|sold|gone|lose|next|person|forget|forfeit|give|cancel
    last ..1 chance|opportunity|slot|unit|piece|one
    otherwise|or|else ..4 lose|gone|sold|sell|forfeit|another|next|cancel|forget
    first ..1 come ..2 first
    @pay|money|deposit|alert ..4 first ..3 takes|gets|owns|carries|get|take|carry|own
    urgent|urgently|hurry
    time|offer|price|promo|discount|deal ..4 expires|running|ends|end|closes|expire|only|going|valid
    dont ..2 miss|waste|delay|lose
    hospital|surgery|operation|burial|emergency|sick|admission ..6 @money|bill|bills|urgent|need|fast|sell|today|@pay
    first|who|anybody|anyone|whoever|person ..4 @pay|drop|pays|drops|paid|deposit ..6 get|gets|carry|takes|take|own|owns|collect
    not|no|dont|never|cant|doesnt ..2 wait|waits|hold|keep|reserve|guarantee|promise
    argue|arguing|dragging|fighting|rushing|lined|line|queue ..5 here|it|am|this|for
    before ..3 saturday|sunday|monday|weekend|tomorrow|evening|noon|friday|<number> ..5 gone|go|sold|sell|carry
    you ..2 will|go ..2 regret|miss|lose
    distress|giveaway|promo|clearance ..2 sale|price|sales|selling
    closes|close|ends|end|expires ..3 <number>|pm|noon|evening|tonight|today|midnight|soon`,
    always,
  ),
  signal(
    'pressure',
    'secret',
    1.0,
    'ask you to keep quiet or to ask nobody',
    `
    dont|not|no|never ..2 tell ..3 anybody|anyone|them|oja|bank|her|him|people|nobody|police|husband|wife
    keep ..3 between|secret|quiet|private|confidential
    dont|not|no ..3 report|inform|involve|call|ask ..4 oja|bank|police|anyone|anybody|rider|driver|owner|him|her
    come ..1 alone
    dont|not|no|never ..2 bring ..2 anybody|anyone|nobody|somebody|people`,
    always,
  ),
  signal(
    'pressure',
    'trust-me',
    0.5,
    'ask for trust',
    `
    trust ..1 me|us
    swear|god ..2 punish|fearing|fear
    not|no|never ..2 scam|scammer|scammers|fraud|fraudster|thief|yahoo|419|cheat
    fear|worry ..2 not|nothing
    dont|no ..1 fear|worry|panic
    im|am|i|we ..3 genuine|honest|legit|christian|muslim|pastor|man|woman|soldier|officer
    100|<number>|fully|very ..1 percent|%|legit|trusted|safe|secure|guaranteed`,
    always,
  ),
  signal(
    'pressure',
    'or-else',
    1.2,
    'set a deadline or threaten to give it to another',
    `
    inside|within|next|in|only|under ..2 <number>|ten|twenty|thirty|one|two|5|few ..1 minutes|minute|mins|min|hour|hours|hr|hrs
    if|unless ..6 not|no|nothing|never|dont ..8 give|sell|sold|goes|go|another|next|other|lose|release|somebody|someone|chase
    by|before|latest|till|until ..2 <number>|noon|midnight|evening|tonight|today|morning|pm|am|6|9|five|six|seven|eight|nine|ten ..6 gone|sell|sold|give|another|lose|closed|closes|open|next|else|otherwise
    today ..1 or|else|last
    somebody|someone|another|man|woman|buyer|person|alhaji|dealer|family|families|fathers ..4 bank|way|coming|waiting|here|road|front|transferring|withdrawing|standing|ready
    whoever|anybody|anyone|person|who|first ..4 @pay|puts|put|sends|drops|pays|money|alert|deposits ..6 get|gets|own|owns|give|carry|carries|take|takes|first|wins
    i|we ..4 like|prefer|rather|choose|love ..2 you ..6 have|serious|because|give|hold|than
    let ..1 it ..1 go
    not ..2 hold ..4 forever|for|without
    your|own ..1 loss
    if ..4 ask|question|questions|argue|doubt ..4 cancel|leave|go|forget|move
    agree|decide|choose|answer ..1 now
    cancel|leave|forget ..2 market|deal|order|business`,
    always,
  ),
]
