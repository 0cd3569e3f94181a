import { shade } from '../colour.ts'
import { box, type Drawing, disc } from './soft.ts'

export function tyre(): Drawing {
  const spokes = [0, 72, 144, 216, 288]
    .map(
      (angle) =>
        `<rect transform="rotate(${angle} 300 300)" x="280" y="140" width="40" height="150" rx="18" fill="#dfe4ec"/>`,
    )
    .join('')
  return `${disc(300, 300, 270, '#2a2d35', 0.25)}<circle cx="300" cy="300" r="250" fill="none" stroke="#15171c" stroke-width="26" stroke-dasharray="26 14"/>${disc(300, 300, 178, '#8f98a8')}${disc(300, 300, 160, '#4a515e')}${spokes}${disc(300, 300, 54, '#c9cfd9')}`
}

export function pram(colour: string): Drawing {
  return `<path d="M130 300 A180 180 0 0 1 310 110 V300Z" fill="${shade(colour, -0.18)}"/><path d="M310 110 A180 180 0 0 0 168 186 L310 300Z" fill="${shade(colour, 0.2)}"/><path d="M120 300 H500 Q500 430 360 430 H250 Q130 430 120 300Z" fill="${colour}"/><path d="M120 300 H500 l-4 36 H124Z" fill="#fff" opacity=".35"/><path d="M490 310 L560 170 H588" fill="none" stroke="#3a3f49" stroke-width="20" stroke-linecap="round" stroke-linejoin="round"/><path d="M230 430 L390 520 M390 430 L230 520" stroke="#8b94a5" stroke-width="16"/>${disc(220, 522, 56, '#2a2d35')}${disc(220, 522, 26, '#dfe4ec')}${disc(404, 522, 56, '#2a2d35')}${disc(404, 522, 26, '#dfe4ec')}`
}

export function cot(colour: string): Drawing {
  const bars = Array.from({ length: 9 }, (_, bar) => box(104 + bar * 46, 200, 16, 270, 8, colour)).join('')
  return `${box(60, 120, 36, 440, 14, colour)}${box(504, 120, 36, 440, 14, colour)}<rect x="96" y="360" width="408" height="80" fill="#bfe0f2"/>${box(110, 330, 120, 60, 28, '#fff6e5', 0.08)}${bars}${box(60, 180, 480, 32, 14, colour)}${box(60, 460, 480, 44, 14, colour)}`
}

export function toyCar(colour: string): Drawing {
  return `<path d="M40 380 C50 300 130 290 180 286 L240 190 H390 L440 290 C540 296 570 320 566 420 H44Z" fill="${colour}"/><path d="M40 380 C50 330 130 316 180 312 H430 C520 316 566 330 566 380Z" fill="#fff" opacity=".22"/><path d="M262 214 H330 V290 H216Z M346 214 H380 L414 290 H346Z" fill="#243048"/><path d="M330 286 V196" stroke="#243048" stroke-width="14"/>${disc(516, 340, 24, '#fff3c9')}${box(30, 410, 545, 40, 18, shade(colour, -0.35))}${disc(160, 440, 76, '#2a2d35')}${disc(160, 440, 36, '#f0f2f6')}${disc(450, 440, 76, '#2a2d35')}${disc(450, 440, 36, '#f0f2f6')}`
}

export function blocks(): Drawing {
  const block = (x: number, y: number, colour: string, letter: string) =>
    `${box(x, y, 168, 168, 26, colour)}<text x="${x + 84}" y="${y + 124}" font-family="sans-serif" font-size="112" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text>`
  return (
    block(60, 392, '#e5533d', 'A') +
    block(236, 392, '#3f8fb8', 'B') +
    block(412, 392, '#5f9c6a', 'D') +
    block(148, 216, '#eab54d', 'C') +
    block(324, 216, '#8a63b8', 'E')
  )
}

/** Two dumb-bells, one before the other. */
export function dumbbells(colour: string): Drawing {
  const bell = (x: number, y: number) =>
    box(x + 110, y + 44, 200, 34, 14, '#c3cad5') +
    box(x + 40, y - 10, 56, 142, 18, colour) +
    box(x + 92, y + 10, 40, 102, 14, shade(colour, 0.1)) +
    box(x + 324, y - 10, 56, 142, 18, colour) +
    box(x + 288, y + 10, 40, 102, 14, shade(colour, 0.1))
  return bell(130, 250) + bell(40, 400)
}

export function waterTank(colour: string): Drawing {
  return `${box(130, 110, 340, 440, 60, colour)}<ellipse cx="300" cy="126" rx="168" ry="46" fill="${shade(colour, 0.18)}"/><ellipse cx="300" cy="104" rx="64" ry="24" fill="${shade(colour, -0.3)}"/><ellipse cx="300" cy="92" rx="64" ry="24" fill="${shade(colour, 0.05)}"/><g fill="none" stroke="${shade(colour, -0.35)}" stroke-width="9">${[220, 310, 400, 490].map((y) => `<path d="M132 ${y} Q300 ${y + 44} 468 ${y}"/>`).join('')}</g>`
}

/** A fenced plot with its corner beacons and a sign. */
export function plot(sign: string): Drawing {
  return `<path d="M20 460 L300 330 L580 460 L300 590Z" fill="#8a5a36"/><path d="M20 440 L300 310 L580 440 L300 570Z" fill="#7cb56b"/><path d="M60 440 L300 330 L540 440 L300 550Z" fill="none" stroke="#fff3d0" stroke-width="7" stroke-dasharray="20 14"/>${[
    [20, 440],
    [300, 310],
    [580, 440],
    [300, 570],
  ]
    .map(([x, y]) => box((x as number) - 13, (y as number) - 52, 26, 60, 8, '#f0e9dc'))
    .join(
      '',
    )}${box(290, 270, 20, 176, 8, '#8d6a4a')}${box(180, 150, 240, 136, 18, '#f7f3ea', 0.08)}<text x="300" y="238" font-family="sans-serif" font-size="50" font-weight="700" text-anchor="middle" fill="#1f6b45">${sign}</text><circle cx="130" cy="400" r="34" fill="#4d9a58"/><circle cx="164" cy="410" r="26" fill="#5fae68"/><circle cx="470" cy="404" r="30" fill="#4d9a58"/>`
}

export function paintBuckets(colours: readonly [string, string]): Drawing {
  const bucket = (x: number, y: number, colour: string) =>
    `${box(x, y, 250, 280, 30, '#f0f2f6', 0.14)}<rect x="${x}" y="${y + 110}" width="250" height="110" fill="${colour}"/><ellipse cx="${x + 125}" cy="${y + 8}" rx="128" ry="34" fill="#cfd6e0"/><ellipse cx="${x + 125}" cy="${y + 6}" rx="108" ry="25" fill="${colour}"/><path d="M${x + 40} ${y + 14} q-4 80 18 78 q20 0 14 -64" fill="${colour}"/>`
  return bucket(290, 180, colours[1]) + bucket(60, 260, colours[0])
}

export function cementBags(): Drawing {
  const bag = (x: number, y: number) =>
    `${box(x, y, 300, 130, 40, '#d8cbb4', 0.16)}<rect x="${x + 40}" y="${y + 34}" width="220" height="56" rx="8" fill="#c0442f"/><rect x="${x + 70}" y="${y + 54}" width="160" height="14" rx="7" fill="#fff"/>`
  return bag(20, 430) + bag(280, 430) + bag(40, 310) + bag(270, 310) + bag(150, 190)
}
