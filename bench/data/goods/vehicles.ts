/** See ../goods.ts. */
export const vehicles = {
  kinds: `
5800000 | Toyota | Corolla, Camry, RAV4, Highlander, Sienna, Hilux, Matrix, Yaris, Venza, Avalon, Land Cruiser Prado, Hiace bus, 4Runner, Avensis
5200000 | Honda | Accord, CR-V, Civic, Pilot, Odyssey, City, Element, Crosstour
11500000 | Lexus | RX350, ES350, RX330, GX460, IS250, ES300, LX570, NX200t
12500000 | Mercedes-Benz | C300, E350, GLK350, ML350, C180, GLE 43, S550, 190, Sprinter
3600000 | Nissan | Almera, Primera, Pathfinder, Altima, Murano, Sentra, X-Trail, Xterra
4200000 | Ford | Edge, Focus, Escape, Explorer, Ranger, Transit
3300000 | Hyundai | Elantra, Sonata, Tucson, Santa Fe, Accent, ix35
2900000 | Kia | Rio, Cerato, Sportage, Picanto, Optima, Sorento
1900000 | Volkswagen | Golf 4, Passat, Jetta, Golf 3, Tiguan, Sharan bus, Touareg
5500000 | BMW | 328i, X5, 5 series, X3, 528i
4800000 | Peugeot | 508, 307, 406, 301, 3008, 206
3400000 | Mazda | 3, 6, CX-7, 626, Tribute, MPV
950000 | Bajaj | Boxer BM150, Pulsar, RE keke, Maxima
620000 | Qlink | X-Ranger 200, Champion, Thunder
780000 | TVS | HLX 125, Apache, Star, King keke
7500000 | Range Rover | Sport, Evoque, Vogue, Velar
6000000 | Acura | MDX, TL, ZDX, TSX
16000000 | Mack | truck head, tipper, R series
14500000 | DAF | XF 95 truck, CF 85, 45 series
45000 | Tyres | 205/55 R16, 195/65 R15, 225/45 R17, 265/70 R16, 185/65 R14
350000 | Engine and gearbox | Corolla 2ZR, Camry 2AZ, Honda K24, Sienna 1MZ
28000 | Car battery | 75Ah, 62Ah, 100Ah, 45Ah
60000 | Car stereo | android player, Pioneer, reverse camera, subwoofer
`,
  extras:
    '2008, 2010, 2012, 2006, 2015, 2009, 2011, 2013, 2007, 2014, 2016, 2005, 2004, 2017, 2018, 2003, 2020, 2021, full option, manual, automatic, first body, LE, XLE, Sport, SE, Limited, duty paid',
  words:
    'engine, gear, AC chilling, leather seats, custom duty, papers complete, first body, bought brand new, accident free, mileage, alloy wheels, reverse camera, automatic, manual, fuel economy, V6, 4 cylinder, thumb start, sunroof, suspension, tyres, brakes, mechanic, test drive, Cotonou cleared, tokunbo, registered, number plate, tinted permit, full option, airbags, interior, paint, scratches, shock absorbers, navigation, keyless, buy and drive, cylinder head, catalyst, bumper, headlamp, fairly used, direct from owner, plugs, injector',
}
