import { shade } from '../colour.ts'
import { box, type Drawing, disc, screen } from './soft.ts'

export type Cameras = 'three' | 'two' | 'column' | 'bar' | 'ring' | 'one'

function lens(cx: number, cy: number, radius: number) {
  return (
    disc(cx, cy, radius, '#3a3f49', 0.35) +
    disc(cx, cy, radius * 0.74, '#15181f', 0.2) +
    `<circle cx="${cx - radius * 0.2}" cy="${cy - radius * 0.22}" r="${radius * 0.24}" fill="#6f8bd6" opacity=".8"/>` +
    `<circle cx="${cx + radius * 0.2}" cy="${cy + radius * 0.2}" r="${radius * 0.1}" fill="#fff" opacity=".5"/>`
  )
}

function cameras(style: Cameras, x: number, y: number, colour: string) {
  const plate = shade(colour, -0.1)
  const flash = (cx: number, cy: number) => `<circle cx="${cx}" cy="${cy}" r="9" fill="#fff3c9"/>`
  switch (style) {
    case 'three':
      return (
        box(x + 18, y + 18, 128, 132, 34, plate, 0.12) +
        lens(x + 54, y + 54, 26) +
        lens(x + 54, y + 112, 26) +
        lens(x + 110, y + 83, 26) +
        flash(x + 112, y + 42)
      )
    case 'two':
      return (
        box(x + 18, y + 18, 120, 120, 34, plate, 0.12) +
        lens(x + 54, y + 54, 27) +
        lens(x + 102, y + 102, 27) +
        flash(x + 104, y + 48)
      )
    case 'column':
      return (
        lens(x + 54, y + 56, 27) +
        lens(x + 54, y + 124, 27) +
        lens(x + 54, y + 192, 27) +
        flash(x + 106, y + 60)
      )
    case 'bar':
      return (
        box(x, y + 62, 262, 66, 22, '#23262d', 0.15) +
        lens(x + 62, y + 94, 24) +
        lens(x + 124, y + 94, 24) +
        flash(x + 186, y + 94)
      )
    case 'ring':
      return (
        disc(x + 131, y + 116, 82, plate, 0.2) +
        `<circle cx="${x + 131}" cy="${y + 116}" r="76" fill="none" stroke="${shade(colour, 0.5)}" stroke-width="4"/>` +
        lens(x + 131, y + 76, 25) +
        lens(x + 98, y + 136, 25) +
        lens(x + 164, y + 136, 25)
      )
    case 'one':
      return box(x + 22, y + 22, 68, 120, 26, plate, 0.12) + lens(x + 56, y + 58, 24) + flash(x + 56, y + 112)
  }
}

const BODY = { width: 262, height: 530, radius: 46 }

function back(x: number, y: number, colour: string, style: Cameras) {
  return (
    `<rect x="${x - 6}" y="${y - 6}" width="${BODY.width + 12}" height="${BODY.height + 12}" rx="${BODY.radius + 5}" fill="${shade(colour, -0.35)}"/>` +
    box(x, y, BODY.width, BODY.height, BODY.radius, colour, 0.24) +
    `<path d="M${x + 190} ${y} h40 L${x + 60} ${y + BODY.height - 10} h-46Z" fill="#fff" opacity=".1"/>` +
    cameras(style, x, y, colour)
  )
}

function front(x: number, y: number, colour: string, tone: number) {
  return (
    `<rect x="${x - 6}" y="${y - 6}" width="${BODY.width + 12}" height="${BODY.height + 12}" rx="${BODY.radius + 5}" fill="${shade(colour, -0.3)}"/>` +
    `<rect x="${x}" y="${y}" width="${BODY.width}" height="${BODY.height}" rx="${BODY.radius}" fill="#111319"/>` +
    screen(x + 10, y + 10, BODY.width - 20, BODY.height - 20, BODY.radius - 10, tone) +
    `<rect x="${x + 97}" y="${y + 26}" width="68" height="18" rx="9" fill="#0b0c10"/>` +
    `<rect x="${x + 86}" y="${y + BODY.height - 26}" width="90" height="5" rx="2.5" fill="#fff" opacity=".75"/>` +
    [0, 1, 2, 3]
      .map(
        (n) =>
          `<rect x="${x + 30 + n * 53}" y="${y + BODY.height - 92}" width="42" height="42" rx="12" fill="#fff" opacity="${n % 2 ? 0.55 : 0.8}"/>`,
      )
      .join('')
  )
}

/** A phone from behind, its screen side leaning behind it. */
export function phonePair(colour: string, style: Cameras, tone: number): Drawing {
  return `<g transform="rotate(7 420 320)">${front(300, 40, colour, tone)}</g><g transform="rotate(-7 180 320)">${back(50, 36, colour, style)}</g>`
}

export function phoneBack(colour: string, style: Cameras): Drawing {
  return back(169, 34, colour, style)
}

export function phoneFront(colour: string, tone: number): Drawing {
  return front(169, 34, colour, tone)
}

export function tablet(colour: string, tone: number): Drawing {
  return `${box(20, 90, 560, 410, 34, colour)}<rect x="30" y="98" width="540" height="386" rx="28" fill="#14161c"/>${screen(48, 116, 504, 350, 14, tone)}<circle cx="300" cy="107" r="4" fill="#3b4252"/>`
}

/** A flat television on its two feet. */
export function television(tone: number): Drawing {
  return (
    `<path d="M130 468 l-34 44 h26 l38 -44Z M470 468 l34 44 h-26 l-38 -44Z" fill="#2b2f38"/>` +
    box(10, 110, 580, 364, 14, '#23262e', 0.15) +
    screen(20, 120, 560, 332, 6, tone) +
    `<rect x="282" y="458" width="36" height="5" rx="2.5" fill="#7d8594"/>`
  )
}

export function keypadPhone(colour: string): Drawing {
  const keys = Array.from({ length: 12 }, (_, key) => {
    const x = 214 + (key % 3) * 60
    const y = 356 + Math.floor(key / 3) * 46
    return `<rect x="${x}" y="${y}" width="50" height="34" rx="13" fill="#f4f5f7"/><rect x="${x}" y="${y + 26}" width="50" height="8" rx="4" fill="#c9cdd6"/>`
  }).join('')
  return `${box(182, 30, 236, 540, 52, colour)}${box(202, 66, 196, 190, 18, '#171a21', 0.1)}${screen(212, 76, 176, 164, 10, 3)}${box(250, 276, 100, 62, 24, '#e3e6ec', 0.12)}${keys}`
}

export function earbuds(colour: string): Drawing {
  const bud = (x: number, flip: number) =>
    `<g transform="translate(${x} 90) scale(${flip} 1)">${box(-14, 60, 34, 120, 17, colour)}${disc(14, 50, 52, colour)}${disc(38, 62, 20, '#3b4250', 0.25)}</g>`
  return `${bud(200, 1)}${bud(400, -1)}${box(120, 300, 360, 250, 92, colour)}<path d="M124 384 H476" stroke="${shade(colour, -0.3)}" stroke-width="6"/><circle cx="300" cy="424" r="9" fill="#55d48a"/>`
}

export function powerBank(colour: string): Drawing {
  return `${box(170, 60, 260, 490, 46, colour)}${box(200, 96, 200, 84, 18, '#14161c', 0.1)}<text x="300" y="157" font-family="sans-serif" font-size="54" font-weight="700" text-anchor="middle" fill="#8df0b2">98%</text><rect x="214" y="516" width="54" height="14" rx="5" fill="#0b0c10"/><rect x="332" y="516" width="54" height="14" rx="5" fill="#0b0c10"/>`
}

export function speaker(colour: string): Drawing {
  return (
    box(40, 190, 520, 230, 112, colour) +
    Array.from(
      { length: 9 },
      (_, line) =>
        `<rect x="${126 + line * 40}" y="206" width="14" height="188" rx="7" fill="${shade(colour, -0.22)}" opacity=".55"/>`,
    ).join('') +
    disc(112, 305, 78, shade(colour, -0.35), 0.25) +
    disc(112, 305, 48, shade(colour, 0.15), 0.3) +
    disc(488, 305, 78, shade(colour, -0.35), 0.25) +
    disc(488, 305, 48, shade(colour, 0.15), 0.3) +
    box(222, 268, 156, 72, 20, '#f3f4f7', 0.08) +
    `<rect x="250" y="298" width="100" height="12" rx="6" fill="${colour}"/>`
  )
}

/** A slim white games console with its controller's colours left to the scene. */
export function console(colour: string): Drawing {
  return (
    box(238, 60, 124, 480, 26, '#1c1f27', 0.2) +
    `<path d="M190 44 C230 60 236 80 236 120 V540 C236 556 226 562 206 562 H186 C176 400 176 200 190 44Z" fill="${colour}"/><path d="M410 44 C370 60 364 80 364 120 V540 C364 556 374 562 394 562 H414 C424 400 424 200 410 44Z" fill="${shade(colour, -0.08)}"/>` +
    `<path d="M240 100 v420 M360 100 v420" stroke="#5aa8ff" stroke-width="5" opacity=".9"/><rect x="288" y="330" width="24" height="90" rx="6" fill="#0b0c10"/>`
  )
}

export function receiptTerminal(colour: string): Drawing {
  const keys = Array.from({ length: 12 }, (_, key) => {
    const tint = ['#e5533d', '#f0b429', '#3fae6a'][key - 9] ?? '#f4f5f7'
    return `<rect x="${212 + (key % 3) * 62}" y="${330 + Math.floor(key / 3) * 48}" width="52" height="36" rx="10" fill="${tint}"/>`
  }).join('')
  return `<path d="M222 20 h156 v120 h-156Z" fill="#fff"/><path d="M240 44 h90 M240 66 h118 M240 88 h70" stroke="#c2c8d2" stroke-width="8"/>${box(180, 96, 240, 460, 34, colour)}${screen(204, 130, 192, 176, 12, 3)}${keys}`
}
