import { always, signal } from './signal.ts'

export const triangle = [
  signal(
    'triangle',
    'triangle',
    1.6,
    'use you between two others',
    `
    dont|not|no|never ..3 tell|discuss|talk|mention|ask|say ..6 price|money|owner|amount|him|her|seller|buyer|brother|anything|cousin|payment|boss
    my ..2 @kin ..6 come|collect|pick|pickup|see|check|inspect|carry|meet ..6 @pay|transfer|money|me|account|dont|price|no
    @pay|transfer|send|settle ..3 me ..2 and|then|so|directly ..6 @kin|owner|him|release|seller
    tell|say ..3 him|her|them|owner|seller|guy|man|person ..4 you ..3 my|our ..2 @kin|staff|boy
    someone|somebody|person|man|woman|guy|lady|client|customer|buyer ..4 will|go|would ..3 pay|send|transfer|credit ..4 you|your|account
    @money|alert|payment|transfer|credit ..5 from|by|in ..3 different|another|someone|other|unknown ..3 name|person|account|customer
    owe|owes|owing|debt|debtor ..6 @pay|account|him|me|you|money|directly
    receive|collect ..3 <amount>|money|payment ..4 for|on ..2 me|my|behalf
    use ..2 your ..2 account
    someone|somebody|man|woman|person|customer|client|guy|he|she ..4 owes|owing|owe|buying|bought|paying ..6 me|us|transfer|account|pay|you|part
    @kin|porter|boy|driver|man|buyer|guy ..6 dont|not|no|never ..4 money|price|discuss|talk|know|payment
    if|when ..3 he|she|they|him|sender|owner|anybody|customer ..3 ask|asks|call|calls|says|say ..6 say|tell|for|its|that|just|you|it
    pay ..4 to|into ..2 me|mine|my ..4 not|no|and ..3 him|her|them|owner|he|walk|leave|hands
    he|she|they ..4 no|not|dont|doesnt|isnt|cant|need ..4 know|part|involved|money|price|aware|discuss
    buying|buyer|purchasing|procurement ..2 agent|for ..6 hotel|company|client|customer|school|church|someone
    customer|client|owners|owner ..4 settle|settles|pay|pays|send|transfer ..4 you|directly|to|your
    delete ..3 chat|messages|conversation
    tell|say ..4 you ..2 came|come|are|from ..3 from|for|my|me
    someone|somebody|man|person|woman|he|she ..4 bring|bringing|give|pay|send ..3 you ..3 <amount>|money|cash|<number>
    tell|say ..3 him|her|them|am ..3 im|i|am|you|na ..4 your|my|husband|wife|sister|brother|agent|staff
    give|send|pass|bring ..2 rest|remaining|balance|difference ..3 to|for ..2 me|my`,
    always,
  ),
  signal(
    'triangle',
    'cover-story',
    1.2,
    'ask you to tell a story to somebody',
    `
    if ..3 ask|asks ..5 say|tell|answer|just
    tell|say ..4 you ..2 my|from|sent|come|are|na
    tell|say ..3 na ..2 me|i|my
    tell ..1 am|him|her|them ..4 say|na|you|i|its
    dont|not|no|never ..3 bring|mention|discuss|talk|tell|say|show ..4 money|price|payment|amount|figure|cost
    between ..1 you ..2 me|i
    between ..1 us
    pay|send|transfer ..2 me ..3 rather|instead|here|directly|not|and
    he|she|they ..3 thinks|think|knows|know|believes ..4 you|from|not|its|my
    my|the ..2 discount|commission|cut|profit|gain|margin|staff`,
    always,
  ),
]
