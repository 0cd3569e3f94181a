/**
 * One kind of thing per line, the most common first: median price in Naira | name | variants, the most common
 * first. See ../goods.ts.
 */
export const phonesTablets = {
  kinds: `
380000 | iPhone | 11, XR, 12, 13 Pro, 13, 12 Pro Max, X, 14 Pro Max, 11 Pro Max, 15 Pro Max, 14, XS Max, 8 Plus, 7, 15, SE 2020, 16 Pro
190000 | Samsung Galaxy | A14, S21, A12, S22 Ultra, A54, S20, Note 10 Plus, S23 Ultra, A15, A05, S10, A25, S24, M14, Z Flip 4, Z Fold 5, J7
110000 | Tecno | Spark 10, Camon 20, Pop 7, Spark 20, Camon 30 Pro, Pova 5, Phantom X2, Spark 8C, Camon 19
105000 | Infinix | Hot 30, Smart 8, Note 30, Hot 40i, Zero 30, Note 12, Smart 7, Hot 11
95000 | Redmi | Note 12, 12C, Note 13 Pro, A2, 10, Note 11, 13C, 9A
60000 | Itel | A60, P40, S23, A70, A27, Vision 3
260000 | iPad | Air 2, Mini 5, 9th generation, Pro 11, 6th generation, Air 4, 10th generation
250000 | Google Pixel | 6, 7 Pro, 6a, 5, 7, 4a, 8 Pro
85000 | Nokia | G21, C32, 105, 3310, G42
70000 | Oppo | A57, Reno 8, A17, F11, A78
120000 | Samsung Tab | A7 Lite, A8, S6 Lite, A9 Plus, S8
65000 | Vivo | Y20, Y17s, V27, Y02
140000 | Huawei | P30 Pro, Y9 Prime, Nova 11, MatePad
12000 | Oraimo | power bank, Freepods 4, smart watch, charger, neckband
55000 | Apple Watch | Series 7, SE, Series 4, Ultra
25000 | Phone screen | for iPhone 11, for Samsung A12, for Tecno Spark, for Redmi Note 10
8000 | Pouch and screen guard | iPhone 13, Samsung A14, Tecno Camon 20, Infinix Hot 30
`,
  extras:
    '64GB, 128GB, 256GB, dual SIM, 4GB RAM, 8GB RAM, black, blue, gold, factory unlocked, battery 87%, with pouch, 5G, 512GB, white, purple, Face ID working, single SIM',
  words:
    'battery health, screen, original charger, face ID, fingerprint, camera, network, true tone, storage, RAM, unlocked, iCloud, back glass, pouch, screen guard, dual SIM, no scratch, android, update, selfie camera, gaming, fast charging, mAh, ear piece, box and receipt, never opened, no dot, no line, locked, memory card, speaker, swap, top up, tablet, stylus, LTE, sim tray, power button, volume button, wireless charging, refurbished, Korean version, American used',
}
