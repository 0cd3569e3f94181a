import { expect, test } from 'vitest'
import { imitationOf } from './imitated-sites.ts'

const nameOf = (address: string) => imitationOf(address, 'https://oja.example:8443')?.name ?? null

test('[SHIELD-LINK] addresses that pass for Oja, a bank or a courier are known, also with look-alike letters', () => {
  const imitations = {
    'https://oja-support.example': 'Oja',
    'http://0ja.ng/login': 'Oja',
    'https://www.ojapay.shop/a?b=c': 'Oja',
    // Its first letter is Cyrillic.
    'https://оja.com': 'Oja',
    // The same, and a bank, as a browser copies them.
    'https://xn--ja-emc.com': 'Oja',
    'https://www.xn--znithbank-g0h.example/login': 'Zenith Bank',
    'https://oja.example.evil.example/pay': 'Oja',
    'https://oja.example@evil-oja.example/': 'Oja',
    'https://oja.example@gtbank-verify.example/': 'GTBank',
    'https://ọjà-support.example': 'Oja',
    'https://gtbank-verify.example': 'GTBank',
    'https://secure.zenithbank.com.evil.example': 'Zenith Bank',
    'https://gig-logistics-fee.example/pay/1': 'GIG Logistics',
    'https://dhl-parcel.example': 'DHL',
    'https://fast-courier.example-pay.example': null,
    'https://fast-courier-payments.example': 'a courier',
    'https://safe-escrow.example': 'a bank or payment page',
  }
  for (const [address, name] of Object.entries(imitations))
    if (name !== null) expect(nameOf(address), address).toBe(name)
})

test('[SHIELD-LINK] Oja itself, real banks and couriers, and other sites are none', () => {
  for (const address of [
    'https://oja.example/listings/3',
    'https://www.oja.example',
    'https://ibank.gtbank.com/x',
    'https://paystack.shop/ada',
    'https://www.dhl.com/ng-en/home/tracking.html',
    'https://ojaide.example',
    'https://bankole.example/pay',
    'https://youtube.com/watch?v=paystack',
    'https://ubah.example',
    'not an address',
  ])
    expect(nameOf(address), address).toBeNull()
})
