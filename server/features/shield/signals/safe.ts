import { always, signal } from './signal.ts'

/** Signals against a scam. */
export const safe = [
  signal(
    'safe',
    'pay-on-sight',
    -1.6,
    'money changes hands when you meet',
    `
    @pay|money|cash|transfer|payment|account|balance ..4 when|after|once|till|until ..4 @see|seen|come|checked|tested|test|inspected|reach|arrive|satisfied|happy|confirm|collect|meet|get|pick|delivered|delivery|works|okay|finish|fit|try|land
    when|after|once|till|until|if ..4 @see|seen|come|checked|tested|test|inspected|reach|arrive|satisfied|happy|meet|pick|delivered|works|like|fit|try ..4 @pay|transfer|cash|money|account|payment
    pay|payment|cash|transfer|money ..2 on|at|for|upon ..3 delivery|door|pickup|collection|spot|arrival|hand|counter|gate|shop|inspection|sight|handover
    @see|check|test|inspect|try ..5 before|then|first ..4 @pay|money|cash|transfer|payment|anything|bring
    come|reach|pass|drop ..5 check|see|test|inspect|try ..4 then|before|and|make|first
    cash ..2 on ..1 delivery
    @pay|money|transfer|pays ..5 when|after|once|as|till ..4 satisfy|satisfied|open|opened|check|sign|arrive|arrives|hand|view|inspect
    no|none|nothing ..2 upfront|advance ..2 at|all
    before ..3 give|pay|drop|send ..3 kobo|anything|dime
    bring|come|carry|pay|count ..3 cash
    with|carry|bring|come ..2 cash
    test|check|see|inspect ..3 am|it|everything|well ..3 before|first|then
    @pay|transfer|money|balance|payment ..5 after|when|once ..5 load|loading|offload|count|counting|fix|hanging|finish|served|serve|opens|sews|loaded|taste
    @see|see|hold|check|test ..4 @pay|pay ..2 me
    see ..2 it ..4 pay
    wait|waiting ..4 alert|enter|enters|drop|drops|beep|beeps|lands|land|reflects ..8 take|carry|go|give|untie|release|leave|help
    not|no|never|dont|until|till ..4 see|get|confirm|enters|lands|drops ..3 alert|money|it|am|bank
    confirm ..4 account|app|bank|alert ..6 before|then
    invoice|receipt|agreement|sign ..6 office|shop|studio|here|counter|there|desk|person
    pos ..3 dey|available|here|there|ready|yes|or|cash
    before ..2 leave|leaving|go|going|carry|carrying ..2 with|it|am
    if ..4 not|dont|no ..2 like|satisfied|good|okay|works ..6 leave|go|nothing|owe|free|carry|return
    no ..1 upfront
    come|drop|bring ..5 same ..1 time`,
  ),
  signal(
    'safe',
    'pay-rider-at-door',
    -1.2,
    'delivery is paid at the door',
    `
    pay|give|settle ..3 rider|driver|him|dispatch|them|park|yourself ..4 when|after|once|collect|delivery|reach|at|there|directly|door|arrive|get
    @rider ..5 pay|collect|money ..4 delivery|door|when|after|reach|hand`,
  ),
  signal(
    'safe',
    'meets-in-public',
    -1.0,
    'a meeting in a public place',
    `
    meet|see|come|wait|dey|stay|reach|pass|find|am|im ..5 @safe
    come|pass|visit|walk|enter ..4 shop|store|office|house|workshop|showroom|stall|plaza
    my|our|the ..2 shop|store|office|showroom|workshop|stall
    junction|roundabout|bus ..1 stop|opposite
    opposite|behind|beside|near ..3 church|mosque|bank|market|school|hospital|station|gate|park
    see|come|meet|pass|drop|enter|walk|visit ..4 @town
    @near ..3 @near
    @town ..3 @near
    @near ..3 @town
    my|our ..2 stall|kiosk|studio|factory|farm|kitchen
    <number> ..1 am|pm|oclock|noon
    come|enter|waka|reach|pass ..2 shop|office|store|stall
    shop ..2 <number>
    open ..1 place
    call|buzz|ring ..3 when|once ..3 reach|arrive|come|near|get|there
    ask ..1 for`,
  ),
  signal(
    'safe',
    'warns',
    -1.4,
    'a warning of tricks',
    `
    no|never|not|beware|dont|avoid ..3 @pay|send|transfer ..5 before|first|anybody|anyone|until|till|unseen|advance|rider
    no|not|never|dont|refuse ..4 fake ..1 alert|transfer
    fake ..1 alert|alerts|transfer
    scammers|fraudsters|yahoo|scam|fraud|wahala|419 ..4 many|plenty|full|everywhere|too|dey|these|days
    if|when ..2 anybody|anyone|somebody|someone|person|they|them|dem ..6 ask|asks|call|tell|tells|say|says|send
    never|dont|not|no ..3 share|give|tell|send ..5 code|otp|pin|bvn|password|card
    no ..2 @pay|deposit|payment|advance|fee|charge ..3 before|needed|upfront|required|for|until
    @see|viewing|inspection ..2 free
    be ..1 careful
    person|man|woman|somebody|someone|people|them|guy|fellow ..4 offered|messaged|message|told|asked|called|tell|wanted|pretended ..8 link|code|card|otp|<amount>|pay|money|fee
    i ..2 told|blocked|reported|refused ..2 him|her|them|am
    run|avoid|ignore ..2 .|!
    trust ..2 only|nobody|no
    only ..2 trust
    report ..2 him|her|them|am|it|that|person
    block ..2 him|her|them|that|person
    blocked ..2 him|her|them
    used|use|using|copied|copy|stole|steal ..3 my|our|your|same ..2 picture|pictures|photos|pics|advert|name
    ate|chopped|lost|duped|cheated|robbed|collected|chop|took ..5 last|deposit|money|before|me|my|<amount>|month|year|yesterday
    last ..4 agent|tailor|person|seller|carpenter|buyer ..4 ate|chopped|collected|ran|disappeared|chop|did|do
    type|fill|enter|set|change|reset ..3 yourself|own|himself|alone
    yourself ..4 type|password|pin|portal|registry|check|search
    i ..2 wont|never|not|dont ..3 send|ask|collect|need ..4 link|links|code|money|deposit|otp|password
    for ..1 you ..2 only|alone|yourself
    dont|no|not|never ..3 tell|send|give|show|share ..3 even ..1 me
    not ..1 even ..1 me
    even ..2 me ..3 .|no
    dem|they|them|people|scammers ..1 go|will|would|do ..2 tell|ask|call|say ..6 run|dont|no|never|avoid|.
    na ..1 so ..2 dem|they|people|them ..4 people|lose|chop|thief|rob|cheat|scam|do
    i ..2 will ..2 not|never ..4 ask|call|collect|request
    no|not|never|dont ..3 collect|accept|want|use|do ..3 @crypto|@giftcard|gift
    tell ..2 am|him|her|them ..3 go ..3 bank|police|station`,
    always,
  ),
  signal(
    'safe',
    'no-money-now',
    -1.0,
    'no money is wanted now',
    `
    dont|no|not|never ..2 @pay|send|transfer ..3 anything|now|money|me|first|yet|kobo
    no ..2 fee|charge|deposit|payment|money|upfront|advance|commitment|wahala
    viewing|inspection ..3 free|nothing
    free ..3 view|inspect|inspection|viewing|delivery|come
    nothing ..3 until|till|before|to ..3 see|pay|come
    no|not|without|dont ..4 form|link|fee|deposit|delivery ..3 no|nor|or|not ..3 link|fee|form|deposit
    nothing ..4 until|till|before|to|you|for ..4 see|decide|test|satisfied|book|fill|me|tests
    not ..3 a ..1 day|kobo|shishi|dime ..3 before
    owe ..1 nothing
    any ..1 kobo
    dont|no|not ..3 collect|take|charge|accept|ask ..4 for|money|anything|that|deposit|inspection|form|fee|before
    pay ..4 month ..1 end
    pay|paying ..3 yourself|himself|landlord|owner|directly ..4 when|after|sign|receipt`,
    always,
  ),
  signal(
    'safe',
    'open-to-checks',
    -0.8,
    'the item may be checked',
    `
    bring|come|carry ..5 mechanic|technician|engineer|electrician|friend|laptop|charger|sim|somebody|someone|husband|wife|brother
    video ..1 call
    test|try|check ..2 am|it|everything|well|properly
    original ..1 receipt
    receipt ..3 carton|box|dey|available|intact
    @tryout ..3 it|am|them ..3 before|then|well|yourself|here|there|at|with
    come|bring|carry ..4 with|your|own|any ..3 mechanic|husband|wife|surveyor|lawyer|technician|engineer|friend|van|brother|guy
    my ..2 mechanic|surveyor|lawyer|technician|engineer|electrician ..4 will|go|can|to|check|look|come|passes|confirm
    imei|serial|chassis|vin ..5 check|confirm|compare|verify|yourself|snap|match
    lawyer|registry|surveyor|licensing|deed ..8 check|search|sign|agreement|office|verify|pay`,
  ),
  signal(
    'safe',
    'service-work',
    -0.6,
    'a deposit for work to be done',
    `
    half|deposit|70|50|60|percent|balance|advance ..6 fabric|material|materials|cloth|sew|sewing|cake|fitting|delivery|event|collect|day|job|design|measurement
    sew|sewing|cake|catering|makeup|design|print|printing|tailor|fitting|measurement|repair|fix|install
    half|deposit|<amount>|percent|balance|something|<number> ..6 sample|samples|studio|trial|sign|signing|invoice|proforma|survey|served|album
    sample|samples|fitting|rehearsal|trial|studio|site ..8 half|deposit|balance|pay|percent
    buy ..3 screen|iron|wood|material|materials|fabric|part|parts|ingredients|leather|foam
    receipt ..4 name|shop|stamp|stamped|office
    ready ..2 by|on|in
    labour|workmanship ..5 after|when|finish|done|fixed
    rent|hire|rental ..8 return|returned|returns
    caution ..6 agreement|cash|landlady|landlord`,
  ),
]
