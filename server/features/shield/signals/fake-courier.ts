import { buyer, signal } from './signal.ts'

export const fakeCourier = [
  signal(
    'fake-courier',
    'courier-fee',
    3,
    'ask for money for a rider, courier or agent',
    `
    @rider ..5 @charge|levy|bond|deposit
    @pay|settle|clear|sort ..4 @rider ..6 before|first|now|so|account|fee|money|<amount>
    @rider|company|office|they ..4 need|needs|require|requires|demand|demands|want|wants|asks|asking|insist|insists|charge|charges|say|says|said|bill|bills ..6 @charge|<amount>|money|deposit|upfront|before
    insurance|clearance|demurrage|customs|custom|handling|dispatch|delivery|shipping|logistics|courier|waybill|release|registration|packaging|storage|airport|port ..2 fee|fees|charge|charges|stamp|bond|levy|duty|deposit|certificate|permit|money|bill
    fee|fees|charge|stamp|deposit|insurance|levy ..6 refund|refundable|refunded|returned|reimburse|back|deduct|deducted
    refundable ..4 fee|charge|deposit|insurance|bond|stamp|levy|payment|caution|security
    @rider ..4 stuck|held|hold|stopped|stranded|park|checkpoint|seized|breakdown|puncture|fuel|detained
    @rider ..8 @pay|@money ..4 before|first|so|then
    fuel|petrol ..4 @rider|bike|van|truck|driver ..6 @pay|send|money|<amount>
    @pay|send|<amount> ..6 fuel|petrol|diesel ..5 @rider|bike|van|truck|driver|come|bring|him
    @rider|bus|truck|van|bike|they|he|office|depot|park|company|toll ..6 @charge|levy|ticket|weighed|weight|movement|permit|parcel|fuel|activation|stamp|bond ..6 <amount>|<number>|small|token|only
    <amount>|<number> ..6 movement|permit|parcel|weight|loading|activation|insurance|insured|ticket|manifest|cage|crate|packaging|gate|toll|checkpoint|clearing
    not|no|never|cant|dont ..3 move|load|leave|come|board|start|proceed|go|release ..4 until|till|without|unless|before|except
    pay|send|settle|drop|clear|transfer|give ..5 rider|driver|dispatch|courier|loader|depot|carrier|agency|handler|bus ..5 first|now|before|himself|directly|then|so
    register|activate|insure|book|confirm ..3 parcel|package|delivery|route|shipment|consignment|waybill|order ..6 <amount>|<number>|pay|small|fee|side|line
    add|adds|added|inside|included ..3 to|with|your|in ..3 money|envelope|cheque|price|pay
    pickup|collection|movement|parcel|permit|cage|insurance|consignor|sender|senders ..1 fee|charge|money|number
    consignor|consignee|sender|senders|receiver|receivers ..4 pays|pay|side|policy|rule|clear|activate|activated
    he|they|she|company ..4 will|go ..3 return|refund|give ..4 it|back|am ..6 with|when|pickup|door|delivery|along|cash
    when|after|once|till|until ..4 that|it|fee|<amount> ..3 off|in|settled|cleared|paid|done|sorted ..5 moves|move|load|loads|board|boards|leave|come
    union|agbero|park|taskforce ..4 stopped|seized|holding|blocked|clearance
    @pay ..2 <amount>|<number> ..3 union|clearance|levy|permit|duty|toll`,
  ),
  signal(
    'fake-courier',
    'own-courier',
    0.7,
    'bring in a courier of their own',
    `
    my|our|the ..2 courier|dispatch|logistics|shipping|shipper|haulage|carrier|agent|mover|rider ..6 contact|reach|call|write|email|chat|mail|whatsapp
    courier|dispatch|logistics|shipping|shipper|carrier|agent ..3 will|go ..3 contact|call|reach|text|message|email
    @pay ..3 courier|carrier|shipper|mover|dispatch|agent|logistics|driver ..6 behalf|for|from|on|us|me
    arranged|arrange|booked ..3 courier|dispatch|logistics|shipping|shipper|carrier|pickup|mover|agent
    @rider|courier|they|he|she|lady|man|company|desk ..5 will|would ..2 text|write|mail|message|call|email ..3 you
    i ..3 book|booked|arrange|use|used|using|hire|hired|sent|send ..4 courier|dispatch|logistics|agent|mover|shipping|express|haulage|service|delivery ..10 pick|pickup|collect|cash|envelope|bring
    pay|paying|paid ..2 through|via|with|using|by ..3 them|courier|service|dispatch|agent|company|logistics
    envelope|cheque ..6 give|carry|bring|collect|with|hand`,
  ),
  signal(
    'fake-courier',
    'seller-should-pay',
    1.6,
    'want you, the seller, to pay something first',
    `
    you|your|ur ..3 pay|send|clear|settle|transfer|drop|sort|remit ..5 @charge|<amount>|insurance|activation|bond|deposit|rider|driver|courier|him|them|her
    you ..3 give|gives ..3 him|her|rider|driver|them|courier ..5 @charge|<amount>|pickup|money|something|<number>
    @pay|clear|settle|give ..3 him|her|rider|driver|them|agent|courier|mover ..5 <amount>|<number>|@charge|pickup|something
    @charge|<amount>|activation|insurance|bond ..5 from ..2 you|your|seller|yours
    you ..2 only ..3 @pay|clear|settle|cover
    seller|sender|vendor|owner|receiver ..3 pays|pay|covers|bears|fee|side|bond
    activation|activate|registration|processing|release|bond|upgrade|unlock|collection ..4 <amount>|<number>|fee|percent|small|side
    your ..1 side|end ..5 <amount>|fee|activation|first|activate|%
    refund|refunds|refunded|returns|return|comes|added ..4 with|along|to|inside|back ..4 money|payment|price|yours|it`,
    buyer,
  ),
]
