import { other, signal } from './signal.ts'

/** What the one in danger doubts or asks: read in the words of the other side. */
export const doubts = [
  signal(
    'context',
    'asks-about-paying-first',
    0.8,
    'you were asked to pay first',
    `
    before ..4 see|seen|viewing|view|inspection|come|look|delivery|set|test|check|get
    why|should|must|so|do ..3 i|we ..4 pay|send|transfer|give|drop ..6 before|to|for|first|fee|again|him|them
    pay|money ..3 to ..1 see|look|inspect|view|sell|be|receive|get|collect|come
    cant|can|let ..2 i|me ..3 pay|give|settle ..5 when|after|cash|him|directly|there|myself|arrival|delivery|door|come
    i ..4 see ..2 first
    why ..3 upfront|advance|before|fee|deposit`,
    other,
  ),
  signal(
    'context',
    'no-alert-seen',
    0.7,
    'you saw no money',
    `
    not|never|no|havent|nothing|neva ..4 alert|received|receive|see|seen|enter|entered|drop|dropped|reflect|reflected|credited|come|show|shown ..6 alert|money|yet|am|anything|it|account|bank|app|nothing
    balance|account|app ..4 same|nothing|old|zero|shows|empty|not
    no ..1 alert
    wait|until|till ..4 alert|see|money|reflects|enter|enters|drops|bank|app`,
    other,
  ),
  signal(
    'context',
    'asks-whose-account',
    0.9,
    'you asked whose account it is',
    `
    whose|who ..3 account|name|be|is|own
    name|account ..6 not|different|isnt|another|yours|else|who|match
    not ..2 your ..1 name
    but|thought ..3 your ..2 name
    why ..5 account|name`,
    other,
  ),
  signal(
    'context',
    'asks-about-code',
    1.0,
    'you asked about a code',
    `
    says|said|it|sms|message|text|writes|bank ..5 not|never|dont|no ..3 share|give|tell|disclose|anyone|anybody|show
    code|otp|pin|bvn|password|digits|numbers|card ..8 ?
    why ..4 code|otp|pin|bvn|nin|card`,
    other,
  ),
  signal(
    'context',
    'doubts',
    0.4,
    'you had doubts',
    `
    why ..2 not|cant|dont|should|must|would|do|are|is|your
    never ..3 heard|hear|knew|seen|see
    how ..3 know|sure|trust|believe
    is ..3 scam|real|legit|safe|genuine|true
    i ..2 dont|not ..2 understand|get|know|think|like|want|trust
    didnt|dont|never ..3 know ..3 oja|had|has|have|does|that
    since ..1 when
    prefer|rather|can ..4 here|cash|meet|come|keep|stay|instead
    come|collect|pick ..3 myself|yourself
    hmm|hmmm|ah|ehn|haba|really|wait`,
    other,
  ),
]
