import { buyer, signal } from './signal.ts'

export const overpayment = [
  signal(
    'overpayment',
    'overpaid',
    3.4,
    'say that they paid too much and want the rest back',
    `
    @pay|@paid|sent|paid|send|transferred|credited|typed|issued|receiving|receive|cheque|deposited ..6 excess|extra|more|mistake|mistakenly|error|over|wrongly|instead|double|twice|surplus|plus|including|together|above
    extra|excess|balance|difference|remaining|remainder|surplus|rest|overpayment|change|over|remain|remainder|additional ..6 @back|refund|give|returned|rider|courier|mover|driver|carrier|agent|shipper|send
    @back|refund|send|transfer|return|forward|pass|give|remit ..4 extra|excess|balance|difference|remaining|remainder|surplus|rest|overpayment|change|over|remain
    overpaid|overpayment|overpay
    instead ..1 of ..2 <amount>
    keep|take|remove|deduct|subtract|minus ..3 yours|your|money|own|price|something|cost ..6 @back|send|forward|transfer|rest|balance|give|remit|pay
    @back|forward|send|transfer ..3 <amount> ..4 to|back ..5 rider|courier|carrier|mover|driver|shipper|agent|him|us|me|my|account|brother
    zero|figure|amount ..3 mistake|wrong|wrongly|error|mistakenly
    more|above|over|extra ..3 than ..4 price|agreed|your|yours|it
    included|added|joined|together|rounded|plus ..8 you|your|send|pass|give|hand|help|forward|settle
    help ..2 me|us ..3 pass|settle|give|forward|send|pay|hand ..6 <amount>|<number>|rest|driver|vendor|balance|across|him|her
    pass|hand|forward|send|settle|give ..3 the|that|<amount>|<number> ..4 across|over|on|driver|vendor|binder|tailor|man|mover
    take ..2 out|your|yours ..6 rest|balance|remaining|send|help|give|settle|forward
    yours ..2 is|remains ..3 complete|inside|there|already|remaining
    typed|put|sent|paid ..4 extra|double|wrong|one ..2 zero|figure|amount|digit
    vendor|supplier ..3 waiting|wait|needs|urgent
    draft|cheque ..8 clear|clears|lodged|lodgement|deposited|balance|bigger|more|over|rounded`,
    buyer,
  ),
  signal(
    'overpayment',
    'refund-me',
    0.9,
    'ask you to send money back or on',
    `
    refund|return|reverse|send ..3 <amount>|money|it|am|extra|balance ..3 back|to|account
    refund ..3 me|us|my|<amount>|the
    send ..2 back
    forward|remit ..4 <amount>|rest|balance|remainder|money`,
    buyer,
  ),
]
