import { signal } from './signal.ts'

export const asksForCode = [
  signal(
    'asks-for-code',
    'asks-code',
    4,
    'ask for a code, PIN, BVN, NIN or card details',
    `
    send|give|share|tell|read|forward|provide|drop|input|enter|reply|put|type|confirm|need|submit|supply|text|call|say|wetin|screenshot|what|show|kindly|let|copy|paste|bring ..6 otp|pin|bvn|nin|cvv|password|passcode|token
    send|give|share|tell|read|forward|provide|drop|input|enter|reply|put|type|confirm|need|submit|text|call|what|copy|paste|bring|let|screenshot|show ..5 code|codes|digits|figures ..6 sent|send|came|come|enter|received|receive|sms|text|phone|got|get|entered|drop|now|me|here|dropped|show|appear|that|just|back|will|hit|for
    code|digits|otp|pin|figures|numbers|token ..5 sent|come|came|enter|entered|dropped|received|receive|drop|arrived|got|get|show|landed|pop ..8 send|give|tell|read|share|forward|me|reply|here|back|provide|help
    code|otp|digits ..4 sent|come|came|enter|drop|dropped|received|arrive ..4 your|you|ur|phone|number|line|inbox
    6|six|four|five|4|5|8|<number> ..1 digit|digits|figure|figures|number|numbers
    your ..3 otp|bvn|nin|cvv|pin|password|passcode
    card|atm ..3 number|details|front|back|picture|photo|digits|expiry|cvv|pin
    front|back|picture|photo|snap|pic|both ..5 atm|card
    @pay|need|send|give|for|your ..4 bvn|nin|otp
    expiry|cvv|cvc
    ussd|dial ..5 code|<number>|#|your|phone
    long|sixteen|16 ..2 digit|digits|number|numbers ..5 card|atm|front
    login|password|email ..3 and ..2 password|otp|pin
    mother|mothers ..2 maiden
    your ..3 date ..1 of ..1 birth
    ping|pings|pinged|push|pushed|pops|popped ..4 you|your|phone|line|number|sim ..10 tell|type|put|send|drop|read|what|it|give|me
    what ..3 pinged|popped|pushed|came|showed|entered|landed|dropped
    call|drop|read|type|say|write|tell|spell|forward ..2 it ..2 out|here|for|to ..2 me|us|now
    something|notification|message|number|numbers|digits|six|code|pin ..4 text|sms|phone|line|sim|inbox ..8 drop|tell|read|send|type|call|give|write|key|me|kindly|pls|please
    all ..1 six|four|five|of
    eleven|11|ten ..3 number|digits|national|slip|id|card
    day|date|year|month ..4 born|birth
    number|numbers ..3 on|behind|front|back|at ..3 card|atm|slip|nin
    month ..2 and|year|slash ..5 card|front|atm|expiry|year
    3|three|last ..2 digits|numbers|number ..4 back|behind
    atm|debit ..2 card|number ..6 so|make|money|put|pay|enter|credit|number
    system|portal|terminal|gateway|app ..4 sends|send|sent|pushed|push|pushes|pings|pulls|pull|wants ..6 you|your|phone|line|sim|pin|code|number|record
    what|which|wetin ..3 it|they|e|system|phone|bank ..1 sent|send|say|says|gave|give|show|write|wrote|told|drop ..4 you|your|say|?
    say|read|type|call|spell|write ..1 it|them|am ..1 .|out|for|to|exactly|slowly
    sixteen|16|three|3|digits|numbers ..3 front|back|behind ..8 date|three|3|sixteen|16|expiry|signature`,
  ),
  signal(
    'asks-for-code',
    'code-excuse',
    1.3,
    'explain why you would have to give a code',
    `
    code|otp|pin|bvn|nin|digits ..6 verify|confirm|real|prove|human|genuine|verification|activate|complete|link|process|safety|authenticate|legit|robot
    verify|confirm|prove ..4 real|human|genuine|legit|serious|you|youre|ownership|not ..6 code|otp|pin|digits|bvn|nin
    mistake|mistakenly|wrongly|accidentally ..5 code|otp|number|digits
    code|otp ..6 mistake|mistakenly|wrongly|error|wrong
    thats|its|it|that|this|dont|not ..4 for|only|just ..3 withdrawal|withdrawals|deposit|deposits|credit|incoming|receiving|tag|register|confirm
    dont|not|no|ignore|never ..4 that|warning|footer|message ..3 normal|standard|always|usual
    normal|usual|standard|general|automatic ..2 footer|warning|message|notice
    add|save|register ..2 beneficiary
    customer|buyer|driver|order ..2 list|tag|code ..6 number|phone|line|drop|send`,
  ),
  signal(
    'asks-for-code',
    'numbers-in-a-text',
    1.3,
    'ask for numbers from a text message',
    `
    text|sms|message ..6 numbers|digits|figures|number|code ..10 type|send|tell|read|give|here|drop|write|share|me|reply
    numbers|digits|figures ..6 text|sms|message|phone|came|come|come|line ..10 type|send|tell|read|give|here|drop|write|share|me|reply
    get|got|receive|received|see|came|drops|comes|enter|drop ..4 text|sms|message|notification ..8 numbers|digits|figures|number|code|me|type|read|tell|send
    type|read|write|call|tell|send|drop|paste ..4 here|me|out ..5 numbers|digits|figures|code|what|it
    first|last|left|right|other ..1 three|four|six|3|4|<number> ..4 numbers|digits|figures|me|you
    what|which ..3 numbers|figures|digits|code|number ..4 you|show|there|say|came|see|text|phone|sms
    type|put|fill|enter|give|send|snap ..3 card|atm ..4 number|pin|details|so|pay|it`,
  ),
]
