import { always, signal } from './signal.ts'

export const giftCardsCrypto = [
  signal(
    'gift-cards-crypto',
    'gift-cards',
    5,
    'want gift cards',
    `
    @giftcard
    gift ..1 card|cards|voucher|vouchers
    steam|amazon|google|apple|itunes|ebay|sephora ..1 card|cards|gift|voucher|wallet
    scratch ..4 code|codes|card|back|picture|silver
    recharge|airtime ..1 card|cards|pin|pins|voucher|vouchers
    back|scratch|silver|card ..2 numbers|number|code ..4 card|send|snap|picture|me|her|him
    cards|card ..4 supermarket|supermarkets|shop|shoprite|store|stores|mall ..6 buy|number|numbers|code|snap|back|work|too
    dollar|dollars|usd ..3 card|cards|worth`,
    always,
  ),
  signal(
    'gift-cards-crypto',
    'crypto',
    5,
    'want crypto money',
    `
    @crypto
    wallet ..1 address|id
    my|this|our ..2 wallet
    coin|coins|dollar|token ..1 app|apps|wallet|exchange
    long|my|the|deposit ..1 address ..4 send|copy|pay|network|coin
    open|opens|opening|create|fund|activate ..3 wallet
    p2p`,
    always,
  ),
]
