import { always, signal } from './signal.ts'

/** What colours other signals, without a reason of its own. */
export const context = [
  signal(
    'context',
    'small-sum-first',
    0.5,
    'name a small sum',
    `
    only|just|small|token|little|like|merely ..2 <amount>|<number> ..6 @pay|send|before|first|now|today|then|so|he|they|she|clears|it
    its|it|that|is|thing ..3 <amount>|<number> ..6 refundable|before|first|back|deduct|remove|off|then|so|today|register
    <amount>|<number> ..4 clears|settles|covers|secures|solves|does|opens|validates
    token|non ..1 refundable
    its|it|that ..3 not ..2 for ..1 me
    i ..3 would|could ..5 but ..4 my|the|app|bank|network`,
  ),
  signal(
    'context',
    'claims-practice',
    0.4,
    'call it the usual way',
    `
    thats|its|it|that|this ..2 how ..2 we|i|it|they|everybody
    na ..1 so ..2 we|i|dem|e
    we ..2 always|normally|usually|only ..3 do|sell|work|pay|collect
    @excuse ..3 since|now|is|says|requires|here|from|pays|does
    thats|its|that ..3 our|their|his ..2 @excuse
    over|more ..2 <number>|<amount>|hundred|hundreds|thousand ..3 customers|people|deals|buyers|clients
    other|others ..3 suppliers|sellers|vendors|buyers|people ..3 there|do|did|done|dont`,
    always,
  ),
  signal(
    'context',
    'comes-back',
    0.9,
    'promise that the money comes back',
    `
    get|gets|have|return|returns|comes|come|gives|give|goes|refunded|refund ..4 back ..5 if|same|you|when|on|from|at|after|full|money
    lose|loses ..2 nothing
    refundable|reimbursed|refunded|returnable
    deduct|deducted|remove|removed|minus|subtract|bring|taken|comes|come|part ..4 from|out|of ..3 price|total|balance|money|rent|final|bill|sum
    it|money|e ..3 inside|part ..3 price|total|balance|money|rent|bill
    nobody|no ..4 runs|cheat|cheated|loses|lose
    return|returned|refund ..4 same|within|on|if|not`,
    always,
  ),
  signal(
    'context',
    'promises-later',
    0.4,
    'put you off until after the payment',
    `
    after|once|when ..3 that|payment|pay|money|alert ..5 send|give|get|see|address|location|meet|know|come
    i|we|they|he|she ..1 will ..2 release|dispatch|activate|unlock|ship|approve|process
    same ..1 hour|day|minute|time
    then|and ..2 it|car|phone|the ..3 is|becomes ..1 yours|free`,
  ),
  signal(
    'context',
    'explains-odd',
    0.5,
    'explain something unusual',
    `
    it|that|this ..1 is ..2 only|just|normal|standard|routine|policy|procedure|usual|simply|rule|because|formality|law|new
    thats|its ..2 only|just|normal|standard|routine|policy|procedure|usual|simply|rule|because|formality|law|new
    na ..2 so|policy|rule|law|normal|procedure|system ..3 dey|we|am|be|everybody|them|now
    not ..1 me ..3 rule|policy|company|them|it|office|yard
    policy|procedure|protocol|regulation|requirement|formality|compulsory|mandatory|standard
    every|all|each|everybody|everyone|others ..2 seller|sellers|buyer|buyers|customer|customers|person|people ..4 does|do|done|pays|pay|paid|did|gets|it|once
    everybody|everyone|all ..3 does|do|did|dey|pays|pay|paid|done`,
    always,
  ),
  signal(
    'context',
    'brushes-aside',
    0.4,
    'brush your doubts aside',
    `
    dont|no|not|never ..1 mind|listen|argue|overthink|fear|worry|stress|question|waste
    no ..2 fear|worry|wahala|shaking
    if ..3 not|no|dont ..2 serious|interested|want|trust|believe
    leave|forget ..1 it|am|that|story|matter
    thats|that|it|those ..3 for ..2 strangers|outsiders|others|thieves|scammers
    decide|choose ..3 now|fast|yourself|one`,
    always,
  ),
  signal(
    'context',
    'odd-story',
    0.3,
    'tell why they are not there themselves',
    `
    late|deceased ..1 father|mother|husband|wife|brother|uncle|dad|mum|daddy
    widow|widower|orphan|deaconess|pastor|chaplain|missionary|surgeon|captain|engineer|nurse|corper|colonel|major|lieutenant|expatriate
    offshore|abroad|overseas|rig|vessel|deployed|posting|barracks|theatre|plaster|ward|admitted|crutches|wheelchair|quarantine
    my ..2 leg|illness|surgery|operation|condition
    flight|boarding|visa|embassy`,
  ),
]
