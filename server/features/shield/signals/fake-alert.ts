import { always, buyer, signal } from './signal.ts'

export const fakeAlert = [
  signal(
    'fake-alert',
    'sent-already',
    0.8,
    'say that the money is on its way',
    `
    i|have|ive|don|just|we|already|she|he|husband|accountant ..3 @paid ..5 <amount>|money|it|am|payment|everything|transfer|full
    @money|payment|transfer ..3 @paid|successful|gone|left|through|dropped|approved
    i|have|ive|don|just|we ..3 do|did|done|make|made ..2 transfer|payment
    i|don|have|ive|just|already ..2 @paid|pay|send|transfer|credit
    @alert ..4 attached|sent|here|there|below|screenshot|show|shows|see|check
    see|check|here|find|sent ..4 receipt|screenshot|proof|alert|slip|teller|evidence|debit|advice
    i ..2 debited|charged
    my ..3 account|bank|app ..4 debited|deducted|removed|shows|successful
    debited|debit|deducted ..3 me|already|my|from|since
    it ..2 says|shows|showing|reads ..3 successful|sent|approved|completed|debited|processed
    you ..3 should ..3 have|see|get|gotten|received ..2 it|alert|am|money|the
    the|my|our|his|her|their ..3 committee|company|office|secretary|accountant|treasurer|finance|brother|husband|wife|bestman|boss|uncle|foundation ..4 paid|pays|sent|transferred|deposited|lodged|made
    he|she|they ..1 paid|sent|deposited|transferred ..4 for|the|both|just|now|it|already|with
    alert ..3 don ..2 enter
    check ..2 your|ur ..2 account|sms|email|mail|phone|balance|app|bank
    transfer|money|payment ..2 don|has|have|is|just ..2 go|gone|sent|dropped|left
    e|it|am ..3 show|shows|don|dey ..3 my ..2 side|end|phone|screen|app
    look|see|check ..3 my ..2 phone|screen|app|receipt
    ref|reference|tick ..2 <number>|<amount>|<account>|number|code|id|green`,
    buyer,
  ),
  signal(
    'fake-alert',
    'network-delay',
    3,
    'say that the alert is late and you should hand over',
    `
    network|bank|server|nibss|service|system|app ..5 delay|delays|delayed|delaying|slow|down|bad|pending|hanging|hang|issue|issues|problem|upgrade|busy|congestion|fluctuating|maintenance|hold
    delay*|slow|down|bad ..3 network|bank|server|nibss
    @money|alert|it|e|payment|transfer|funds|credit ..4 will|go|would|can|may|should ..4 enter|drop|reflect|show|land|hit|arrive|come|clear|appear ..6 before|soon|later|minutes|hour|hours|tonight|tomorrow|evening|morning|night|shortly|monday|weekend|by|within|24
    @money|alert|payment|transfer|funds|it ..3 pending|processing|queue|floating|hanging|reflecting|way|clearing
    reflect|reflects|drop|enter|land|clear|show ..4 shortly|soon|later|hours|hour|minutes|tomorrow|monday|24|48|evening|night|morning|moment
    next|24|48|few|two|three ..2 hours|minutes|working|business ..4 reflect|drop|enter|clear|show|land|before
    take|takes|taking ..3 time|minutes|hours|hour|days ..5 reflect|drop|enter|show|clear|land
    not|never|no ..3 reflect|reflected|drop|dropped|enter|show|seen|see|reach ..8 @give|network|bank|delay|trust
    value|ledger|book|pending|floating|uncleared ..2 balance|credit|dated|payment|funds
    will ..3 update|show|clear|credit|credited|settle ..4 after|in|by|within|tomorrow|hours|night|monday|close
    credited|paid|settled|clears|cleared ..4 close|end|monday|tomorrow|evening|hours|weekend|later|batch|batches
    batch|batches|mandate|schedule|bulk|corporate ..5 account|payment|payments|credit|transfer|payout|today|takes
    bank|banks|network|app|nibss ..3 jammed|jam|upgrading|upgrade|maintenance|weekend|crowded|doing|misbehaving|funny|acting
    ussd ..4 late|slow|delay|enters|transfer
    weekend|sunday|saturday|holiday|friday ..6 bank|banks|network|alert|reflect|drop|enter|jammed|late
    held|hold|pending ..4 until|till ..4 @give|hand|release|item|goods|confirm
    already ..3 out ..2 of ..2 our|my
    debit|debited|left|gone ..4 my|our|me ..4 account|side|end|bank|already
    bank|network ..2 wahala|matter|palaver|na|lie|lies
    if ..2 e|it|am|alert ..2 no|not|doesnt|dont|never ..2 enter|drop|show|come|reflect ..6 call|beat|come|meet|return|refund|hold
    payment|money|alert|transfer ..3 meet|follow|join|reach|catch ..2 you|us
    app|bank|balance|account ..2 updates|update|refreshes|refresh ..4 midnight|night|morning|later|tomorrow|hours|hour
    if ..2 by|before ..3 not|dont|no|doesnt ..2 see|enter|drop|show|reflect
    bank|banks ..3 changed|change|new ..3 sender|sms|alerts|format`,
    { ...buyer, ...always },
  ),
  signal(
    'fake-alert',
    'release-goods',
    1.4,
    'push you to hand over before the money is there',
    `
    release ..4 @goods|it|am|him|her|to
    give|hand|release|handover|let ..4 rider|driver|boy|him|her|man|dispatch|brother|cousin|guy|sister|son|bike|wife|wey|courier ..5 @goods|go|carry|it|am|leave|take|pick
    @give ..3 @goods|it|am ..3 to|rider|driver|boy|him|dispatch|guy ..8 alert|money|reflect|network|paid|sent|transferred|now|please|wait|later
    rider|driver|boy|dispatch|brother|guy|cousin|man|uber|bolt|bike ..5 outside|gate|waiting|wait|there|already|door|front|downstairs
    let ..2 him|her|rider|driver|boy|them ..3 go|carry|leave|take|move|have
    load|issue|give|allow|hand ..2 him|her|them|my|our|the|driver|boy|bike|okada|dispatch ..6 now|please|pls|go|it|am|already|four|goods|abeg
    let|allow|make ..2 me|him|her|bike|okada|man|driver|dispatch|rider|boys|porter ..3 go|carry|move|leave|come|take|dey
    he|she|driver|rider|man|bike|truck|van|dispatch ..4 other|two|more|next ..2 orders|stops|deliveries|place|pickup
    he|rider|driver|truck|van|they ..4 paid|charging|charges|paying ..2 by|per ..2 hour|hours
    in ..1 your|ur|the ..1 front|gate|shop|door|compound
    dont|not|no ..2 stop|delay|hold|keep ..2 them|him|her|my|driver|rider|me
    while ..2 it|money|alert|that ..3 lands|enters|drops|clears|reflects|comes|processes
    against ..1 it
    i ..3 not|no ..3 thief|thieves|scammer|fraud|run|lie
    load|pack|give|open|release|hand ..1 am|it|them ..6 now|my|rider|boy|driver|for|make|before
    my ..2 boy|rider|driver|pickup|van|truck|bike ..5 gate|front|outside|minutes|mins|door|road|close|near|there`,
    buyer,
  ),
  signal(
    'fake-alert',
    'odd-payment',
    0.9,
    'pay in an unusual way',
    `
    @instrument ..5 pay|pays|paid|paying|payment|transfer|credit|credited|deposited|lodged|account|raise|raised
    pay|pays|paid|paying|payment ..4 by|with|through|via|from|in ..3 @instrument
    cheque|draft|mandate|voucher|postal|western|moneygram|remittance|payoneer|paypal|wise
    our|my ..2 company|office|finance|accountant|treasurer|committee|procurement|sponsor|uncle|boss ..4 pay|pays|paid|paying|deposited|sent|transfer|settles
    company|corporate ..1 card|account|portal
    vendor|vendors|supplier ..4 portal|register|registered|form|onboarding|code|number|approved
    i ..3 pay|paid|paying|paying. ..4 through|via|using|on|with ..3 site|service|app|delivery|courier|express|website|platform|oja|speedpost|logistics`,
    buyer,
  ),
]
