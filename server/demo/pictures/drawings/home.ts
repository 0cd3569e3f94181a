import { shade } from '../colour.ts'
import { box, type Drawing, disc } from './soft.ts'

export function wardrobe(colour: string): Drawing {
  return `${box(80, 20, 440, 540, 16, colour)}${box(102, 48, 192, 484, 8, shade(colour, 0.12))}${box(306, 48, 192, 484, 8, shade(colour, 0.12))}<rect x="128" y="80" width="140" height="300" rx="8" fill="#dbeaf4"/><path d="M128 300 L268 120 V180 L150 380 H128Z" fill="#fff" opacity=".5"/>${box(274, 280, 12, 70, 6, '#d8b25a')}${box(314, 280, 12, 70, 6, '#d8b25a')}<rect x="104" y="560" width="44" height="18" rx="5" fill="${shade(colour, -0.45)}"/><rect x="452" y="560" width="44" height="18" rx="5" fill="${shade(colour, -0.45)}"/>`
}

export function diningTable(colour: string): Drawing {
  const chair = (x: number) =>
    `${box(x, 120, 96, 170, 22, '#e8dcc8')}${box(x, 280, 96, 40, 12, '#d9c8ac')}<rect x="${x + 6}" y="316" width="16" height="150" rx="6" fill="${shade(colour, -0.3)}"/><rect x="${x + 74}" y="316" width="16" height="150" rx="6" fill="${shade(colour, -0.3)}"/>`
  return `${chair(70)}${chair(252)}${chair(434)}${box(90, 330, 34, 220, 10, shade(colour, -0.2))}${box(476, 330, 34, 220, 10, shade(colour, -0.2))}${box(30, 300, 540, 56, 24, colour)}<ellipse cx="300" cy="298" rx="60" ry="14" fill="#fff" opacity=".85"/><path d="M276 296 C262 236 284 240 300 206 C316 240 338 236 324 296Z" fill="#63b47a"/>`
}

export function mattress(colour: string): Drawing {
  return `<path d="M90 300 L250 180 H560 L500 300Z" fill="${shade(colour, 0.45)}"/><path d="M150 286 L270 198 H530" fill="none" stroke="${shade(colour, 0.1)}" stroke-width="5" stroke-dasharray="16 12"/><path d="M500 300 L560 180 V300 L500 430Z" fill="${shade(colour, -0.2)}"/>${box(70, 296, 436, 140, 34, colour, 0.16)}<path d="M80 344 H498 M80 392 H498" stroke="#fff" stroke-width="6" opacity=".7"/>${box(190, 150, 190, 70, 34, '#f6f3ee', 0.1)}`
}

export function bookshelf(colour: string): Drawing {
  const tints = ['#d9583b', '#3f8fb8', '#eab54d', '#5f9c6a', '#8a63b8', '#d97a9c']
  const books = [70, 196, 322, 448]
    .map((y, row) =>
      Array.from({ length: 7 - (row % 3) }, (_, n) => {
        const height = 62 + ((n * 17 + row * 11) % 30)
        return `<rect x="${132 + n * 34}" y="${y + 92 - height}" width="28" height="${height}" rx="4" fill="${tints[(n + row * 2) % 6]}"/>`
      }).join(''),
    )
    .join('')
  return `${box(100, 20, 400, 550, 14, colour)}<g fill="${shade(colour, -0.4)}">${[52, 178, 304, 430].map((y) => `<rect x="122" y="${y}" width="356" height="110" rx="6"/>`).join('')}</g>${books}`
}

export function desk(colour: string): Drawing {
  return `${box(30, 220, 540, 44, 14, colour)}${box(60, 262, 26, 270, 8, '#4a505c')}${box(340, 262, 200, 250, 12, shade(colour, 0.1))}<path d="M344 340 H536 M344 424 H536" stroke="${shade(colour, -0.3)}" stroke-width="5"/>${[300, 382, 466].map((y) => box(412, y, 56, 12, 6, '#c9cfd9')).join('')}${box(150, 96, 180, 112, 10, '#2a2e37')}<rect x="160" y="106" width="160" height="86" rx="4" fill="#6aa9f0"/><rect x="230" y="206" width="20" height="16" fill="#4a505c"/><path d="M470 218 L470 140 L520 100" fill="none" stroke="#e0b04c" stroke-width="12" stroke-linecap="round"/><path d="M496 70 l60 46 l-62 24Z" fill="#e0b04c"/>`
}

export function tvStand(colour: string): Drawing {
  return `${box(30, 330, 540, 170, 18, colour)}${box(50, 352, 170, 120, 10, shade(colour, 0.14))}${box(380, 352, 170, 120, 10, shade(colour, 0.14))}<rect x="236" y="354" width="128" height="112" rx="8" fill="${shade(colour, -0.4)}"/><rect x="250" y="420" width="100" height="34" rx="6" fill="#20242c"/>${box(126, 404, 20, 12, 6, '#d8b25a')}${box(454, 404, 20, 12, 6, '#d8b25a')}<rect x="70" y="500" width="24" height="50" rx="8" fill="${shade(colour, -0.4)}"/><rect x="506" y="500" width="24" height="50" rx="8" fill="${shade(colour, -0.4)}"/>${box(90, 236, 70, 94, 16, '#e6dccb')}<path d="M124 240 C80 190 110 150 124 120 C138 150 168 190 124 240Z" fill="#5aa86e"/><rect x="420" y="288" width="110" height="20" rx="5" fill="#d9583b"/><rect x="428" y="308" width="96" height="22" rx="5" fill="#3f8fb8"/>`
}

export function officeChair(colour: string): Drawing {
  return `${box(190, 30, 220, 250, 60, colour)}${box(150, 300, 300, 80, 36, colour)}${box(112, 220, 32, 110, 14, '#2a2e37')}${box(456, 220, 32, 110, 14, '#2a2e37')}${box(286, 380, 28, 100, 8, '#6c7482')}<path d="M300 476 L140 540 M300 476 L460 540 M300 476 V548" stroke="#2a2e37" stroke-width="22" stroke-linecap="round"/>${disc(140, 552, 20, '#2a2e37')}${disc(460, 552, 20, '#2a2e37')}${disc(300, 560, 20, '#2a2e37')}`
}

/** Folded lengths of patterned cloth, one on the other. */
export function fabrics(
  colours: readonly [string, string, string],
  pattern: 'rings' | 'waves' | 'stripes',
): Drawing {
  const motif = {
    rings:
      '<circle cx="30" cy="30" r="19" fill="none" stroke="#fff" stroke-width="7"/><circle cx="30" cy="30" r="7" fill="#ffd45e"/>',
    waves:
      '<path d="M0 30 q15 -26 30 0 t30 0" fill="none" stroke="#ffe9a8" stroke-width="8"/><circle cx="30" cy="50" r="5" fill="#fff"/>',
    stripes:
      '<rect width="60" height="12" y="8" fill="#ffe9a8"/><rect width="60" height="6" y="34" fill="#fff"/>',
  }[pattern]
  const cloth = (y: number, colour: string, inset: number) =>
    `${box(50 + inset, y, 500 - inset * 2, 128, 40, colour)}<rect x="${50 + inset}" y="${y + 6}" width="${500 - inset * 2}" height="106" rx="36" fill="url(#cloth)" opacity=".78"/><path d="M${70 + inset} ${y + 64} H${530 - inset}" stroke="${shade(colour, -0.4)}" stroke-width="6" opacity=".55"/>`
  return `<defs><pattern id="cloth" width="60" height="60" patternUnits="userSpaceOnUse">${motif}</pattern></defs>${cloth(390, colours[0], 0)}${cloth(268, colours[1], 14)}${cloth(146, colours[2], 26)}`
}

/** A long embroidered kaftan laid flat. */
export function kaftan(colour: string): Drawing {
  const thread = shade(colour, 0.6)
  return `<g transform="translate(72 0) scale(.76 1)"><path d="M236 40 H364 L540 190 L470 290 L430 250 L452 570 H148 L170 250 L130 290 L60 190Z" fill="${shade(colour, -0.22)}"/><path d="M236 34 H364 L532 182 L468 274 L424 238 L444 558 H156 L176 238 L132 274 L68 182Z" fill="${colour}"/><path d="M236 34 L176 238 L156 558 H230 L250 60Z" fill="#fff" opacity=".13"/><path d="M248 36 Q300 96 352 36" fill="none" stroke="${thread}" stroke-width="12"/><path d="M300 70 V300" stroke="${thread}" stroke-width="26" opacity=".9"/><path d="M300 82 V292" stroke="${colour}" stroke-width="5" stroke-dasharray="10 12"/><path d="M258 110 q42 40 84 0 M258 150 q42 40 84 0 M264 190 q36 36 72 0" fill="none" stroke="${thread}" stroke-width="6"/><path d="M158 536 H442" stroke="${thread}" stroke-width="9"/></g>`
}

export function perfume(colour: string): Drawing {
  return `${box(170, 230, 260, 320, 44, colour)}<rect x="196" y="330" width="208" height="194" rx="26" fill="${shade(colour, -0.25)}" opacity=".5"/><rect x="190" y="250" width="26" height="260" rx="13" fill="#fff" opacity=".4"/>${box(246, 176, 108, 58, 12, '#d8b25a')}${box(230, 40, 140, 140, 24, '#2b2430')}${box(230, 390, 140, 70, 8, '#fffaf0', 0.06)}`
}
