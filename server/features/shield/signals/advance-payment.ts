import { always, seller, signal } from './signal.ts'

export const advancePayment = [
  signal(
    'advance-payment',
    'pay-before',
    1.2,
    'ask for money before you have the item',
    `
    @pay ..4 @money ..3 before|first|upfront|advance
    @pay ..4 first|upfront|before
    before ..4 @see ..4 @pay ..3 @money
    first ..2 @pay ..3 @money
    @money ..3 first|upfront|before ..4 @see|@come|@give
    part|half|full|complete|total ..1 payment|deposit ..3 before|first|upfront|required|needed
    payment ..1 before ..1 delivery|dispatch|shipping|shipment|release|pickup|inspection|viewing
    pay ..3 before ..3 deliver|dispatch|ship|send|waybill|release
    only ..3 after ..3 payment|money|transfer|deposit|alert
    prepayment|prepay|downpayment|advance ..1 payment|payment|fee
    once|when|after|as|if ..3 @paid|pay|payment|money|transfer|alert|deposit ..4 @give|bring|come|move|remove ..6 @goods|you|rider|driver|he
    once|when|after|as ..4 @pay|@paid|money|payment|alert|confirmed|reflects|drop|enter ..6 @give|bring|way|move|leave|load|start|address|location
    @pay ..5 then|make|so ..4 @give|bring|come|remove|move|load|waybill|arrange
    @pay ..4 so|then|and ..3 i|we ..3 load|dispatch|waybill|release|send|ship|bring|start|move|book|remove|tag|mark
    @pay|payment|money ..3 confirms|validates|secures|activates|guarantees|determines
    not|no|never|cant|dont ..3 @give|move|load|open|start|leave|come|book|bring ..5 until|till|without|unless|before ..4 @pay|@money|payment|alert|paid
    goods|item|items|it|everything ..3 only ..3 paid|payment
    we ..2 dont|stopped|not|no ..4 pod|delivery|cod|cash
    no|not|stopped|dont ..3 pay|payment|cash ..1 on ..1 delivery|arrival
    100|full|half|percent|part ..2 payment|deposit|down ..6 @see|showroom|store|address|deliver|delivery|dispatch|bring|come
    take|takes|cover|clear|settle|sort ..2 <amount>|<number> ..6 then|and|you|i|rest|balance
    balance|rest|remaining|complete ..4 when|on|after|at ..4 @see|come|get|delivery|arrival|pick|here|reach
    @pay ..2 <amount>|<number> ..2 make ..1 i|we|he|she
    balance|rest ..3 when|once|after ..3 hold|carry`,
    seller,
  ),
  signal(
    'advance-payment',
    'hold-with-deposit',
    1.4,
    'ask for a deposit to keep the item for you',
    `
    @pay|@money ..5 @hold ..4 it|for|you|am|the|down|car|phone|house|room|flat|slot|space|item|your|now
    to @hold ..4 @pay|@money|deposit|half|amount
    @hold ..5 with|if|after|when|by|against ..4 @money|@pay|deposit|half|percent|token|small|commitment
    commitment ..1 fee|payment|money|deposit
    show ..2 commitment|seriousness|serious
    holding|reservation|booking ..1 fee|deposit|payment
    drop|send|pay|make ..2 something|small|half|part|deposit|token ..6 @hold|remove|serious|down|for|keep
    show|proof|prove ..3 serious ..6 @money|@pay|deposit
    @money ..4 shows|show|prove|proof ..3 serious|seriousness
    deposit ..3 secures|holds|locks|keeps|takes|reserves
    remove|pull|take ..3 post|listing|advert|ad|market ..5 @pay|@money|deposit|@paid
    @pay|@money|deposit ..6 remove|pull|take ..2 post|listing|advert|ad|it|am ..3 down|market|off|post
    @money|deposit|something|anything|amount ..6 tonight|today|now|this ..6 @hold|your ..1 name|sold|gone|tag|mark|off|yours
    in|with|your|has|put|carry|write ..2 your ..3 name ..4 on|it|now|before|today
    mark|tag|label|block ..3 it|am|the ..5 name|you|your
    i|we ..3 tell ..4 them|him|her|others|people|rest ..4 gone|sold|taken|paid
    @hold ..3 for ..1 you ..6 @money|@pay|something|<number>|commitment|half`,
    seller,
  ),
  signal(
    'advance-payment',
    'cannot-meet',
    0.6,
    'avoid a meeting',
    `
    cant|cannot|not|no|unable|unavailable ..3 @see|meet|come|around|available|possible|person ..6 @pay|@money|deposit|send
    am|im|i|currently|presently|now|dey|be ..3 @away
    out ..1 of|the ..2 town|country|state|station
    no|not ..1 dey|in ..2 town|lagos|nigeria|country|around
    not|no ..2 around ..4 @pay|@money|deposit|send|but`,
    { ...seller, ...always },
  ),
  signal(
    'advance-payment',
    'no-viewing',
    1.3,
    'refuse to show the item before money is paid',
    `
    @see|viewing|inspection|visit|keys|address|location ..4 after ..4 @pay|@paid|payment|deposit|money|fee
    @see|viewing|inspection|keys|address|location ..2 only|is ..2 for|after|when ..5 @pay|@paid|serious|payment|deposit|commitment
    who ..1 @paid|pay|payment|drop|deposit ..6 @see|view|hold|first|keep|reserve
    those|anybody|only|people|person ..3 who|wey|that ..2 @paid|pay|paying|drop|deposit
    no|without ..2 @pay|@money|payment|deposit ..2 no ..3 @see|viewing|inspection|@goods|hold|address|delivery
    you ..2 will|go|would ..2 see ..4 when|after|once|tomorrow|delivered|delivery
    address|location ..3 will|is|after|once|when|be ..4 @pay|@paid|given|sent|payment
    online|delivery ..1 only
    not|no|never|dont ..3 walkin|walk|visitors|visit|strangers|meet|meetups|inspection|viewing
    restricted|bonded|security|gated ..3 site|estate|park|area|yard|terminal|warehouse|facility
    open|opens|bring|brings|show|shows|door|key|keys ..4 only ..4 @pay|@paid|payment|serious|form|money
    seen|see ..3 pictures|picture|photos|video|pics ..2 .|already|enough
    no ..1 viewing|inspection`,
    { ...seller, ...always },
  ),
  signal(
    'advance-payment',
    'give-account',
    0.5,
    'send an account to pay into',
    `
    <account>
    account|acct ..2 number|details|name|is|below
    pay|send|transfer|deposit ..3 into|to ..3 account|acct
    send|drop|forward|text|give ..3 you|u ..3 account|acct|details`,
    seller,
  ),
  signal(
    'advance-payment',
    'small-commitment',
    1.1,
    'ask for something small to show that you are serious',
    `
    commit|put|drop|send|bring|add|show|leave ..3 something|small|little|token|third|quarter|half|part
    something ..1 small|little
    show|shows|showing|sign|proof|prove ..3 seriousness|serious|commitment|interest|intent|faith
    commitment|seriousness|goodwill ..4 <amount>|money|fee|token|<number>|small
    even ..2 <number>|<amount>|half|5k|10k|forty|fifty|twenty|thirty|ten|five
    down ..1 payment
    booking|register|registration|form|slot|seat|list ..5 <amount>|pay|fee|money
    <amount> ..2 now ..4 balance|rest|remaining|you|on|later|collect
    half|percent|40|50|30|part|quarter|third ..2 now|first|today|upfront
    any ..1 amount|thing
    let ..2 me ..3 see|have|get ..3 something|<number>|<amount>|part|half|alert
    see ..2 something ..4 from|before
    even ..2 if ..3 <number>|<amount>|small
    make ..1 it ..1 mutual
    <number>|<amount>|something|half ..4 tonight|today|evening|now ..6 your|yours|name|road|balance|rest|hold|tag|come
    take ..2 care ..2 of ..2 <number>|<amount>
    split|divide ..2 it|payment|into ..4 <number>|half|two|parts`,
    seller,
  ),
]
