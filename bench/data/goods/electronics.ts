/** See ../goods.ts. */
export const electronics = {
  kinds: `
280000 | HP | EliteBook 840 G5, Pavilion 15, ProBook 450, EliteBook 820, Folio 1040, 250 G8, Envy x360, Stream 11
310000 | Dell | Latitude 5490, XPS 13, Inspiron 15, Latitude 7480, Precision 5520, Vostro 3500
420000 | Sony | PS5, PS4 Slim, PS4 Pro, Bravia 55 inch TV, PS3, WH-1000XM4 headphones, home theatre
260000 | LG | 43 inch smart TV, 1.5HP split AC, double door fridge, washing machine 8kg, 55 inch OLED TV, microwave
210000 | Hisense | 43 inch TV, chest freezer, 1HP air conditioner, 32 inch TV, refrigerator, 55 inch smart TV
750000 | MacBook | Pro 2019, Air M1, Pro M1, Air 2017, Air M2, Pro 2015
300000 | Lenovo | ThinkPad T480, X1 Carbon, IdeaPad 3, ThinkPad X250, Yoga 370
180000 | Generator | 3.5kva, 2.5kva, 5kva, 950 watts, 10kva diesel
230000 | Inverter | battery 220Ah, 3.5kva with panels, 5kva 48V, 1.5kva, lithium battery 100Ah
95000 | Solar panel | 300 watts, 450 watts, 550W mono, 200 watts
150000 | Samsung | 50 inch TV, soundbar, 65 inch QLED TV, fridge, 1.5HP inverter AC
85000 | JBL | Flip 6, Charge 5, PartyBox 310, Tune 510BT, Boombox 3
25000 | Binatone | standing fan, blender, electric iron, extension box
350000 | Canon | EOS 80D, EOS M50, 600D with lens, 5D Mark IV, PIXMA printer
330000 | Nikon | D5300, D7200, D750, Z6
120000 | Thermocool | chest freezer 200L, gas cooker, washing machine twin tub, fridge
260000 | Xbox | Series S, One X, Series X, 360
70000 | Scanfrost | gas cooker 4 burner, freezer, blender
38000 | Router | 4G LTE MiFi, Starlink kit, TP-Link, Huawei 5G CPE
30000 | DVD player and home theatre | 5.1 channels, LG, Sony
65000 | CCTV camera | 4 channel kit, 8 channel kit, wireless, solar
`,
  extras:
    '8GB RAM, 256GB SSD, core i5, core i7, 16GB RAM, touchscreen, with remote, silver, black, smart, 4K, full HD, 500GB, with two pads, complete accessories, copper coil, low voltage, 1TB',
  words:
    'core i5, RAM, SSD, keyboard light, battery life, charger, remote control, HDMI, copper coil, energy saving, compressor, gas, cooling, sound, bass, wifi, bluetooth, controller, games, lens, memory, processor, graphics card, full HD, voltage, watts, fuel, recoil starter, engine oil, inverter, panel, installation, wall bracket, stand, warranty card, carton, low noise, charging, USB, touch screen, webcam, windows 11, office, student, wash, spin, defrost',
}
