import { always, signal } from './signal.ts'

export const phishingLink = [
  signal(
    'phishing-link',
    'link',
    1.0,
    'hold a link that leads out of Oja',
    `
    <link>`,
  ),
  signal(
    'phishing-link',
    'link-imitates',
    4,
    'hold a link that imitates Oja, a bank or a courier',
    `
    <imitation>`,
    always,
  ),
  signal(
    'phishing-link',
    'open-the-link',
    1.6,
    'ask you to open a link to pay or be paid',
    `
    @tap ..4 @link ..8 @approve|receive|card|details|account|payment|money|pay|collect|cash|password|bank|credit|release|pin|withdraw
    @link ..6 @tap|enter|fill|put|type|input|receive|claim|confirm|verify|complete|withdraw|details|card
    @tap|enter|fill|use|follow ..3 link|<link>|page|form|portal|website|site
    @link ..6 to ..3 pay|receive|confirm|verify|claim|collect|track|complete|accept|get|release|withdraw
    receive|collect|confirm|accept|claim|get|withdraw ..4 money|payment|funds|cash|<amount> ..5 @link|here|through|via|on|with
    i|have|we|will|go|just ..3 send|sent|sending|drop|share|generate|generated|forward|email ..3 link|<link>
    scan ..4 code|qr|barcode
    qr|barcode ..4 scan|receive|pay|money
    register|registered|registration|enrol|onboard|sign ..4 portal|vendor|page|site|form|link|<link>|platform
    @link ..8 login|log|sign|card|bank|password|username|register|choose|number
    login|log|sign ..3 in|with ..6 bank|card|password|account|email|<link>|there
    redeem|cashout|withdraw|accept|activate|unlock ..6 <link>|link|page|site|bank|card|wallet|here
    put|enter|fill|type ..3 card|atm|bank|password|account ..4 details|number|there|page|receive|enters|in|so
    follow|tap|click|press|open ..5 pay|highlight|bio|link|page|button|there
    choose|select|pick ..2 card|bank|landlord|seller|receive`,
  ),
]
