import { shade } from '../colour.ts'
import { box, type Drawing, disc, screen } from './soft.ts'

export function fridge(colour: string): Drawing {
  return (
    box(150, 16, 300, 560, 30, colour, 0.16) +
    `<path d="M152 214 H448" stroke="${shade(colour, -0.35)}" stroke-width="6"/>` +
    box(402, 110, 18, 84, 9, shade(colour, -0.4)) +
    box(402, 236, 18, 140, 9, shade(colour, -0.4)) +
    box(190, 66, 80, 44, 10, '#1d212a', 0.1) +
    `<text x="230" y="98" font-family="sans-serif" font-size="28" text-anchor="middle" fill="#8fd3ff">-18°</text>` +
    `<rect x="172" y="576" width="40" height="12" rx="4" fill="#3a3f49"/><rect x="388" y="576" width="40" height="12" rx="4" fill="#3a3f49"/>`
  )
}

export function chestFreezer(colour: string): Drawing {
  return (
    box(40, 196, 520, 320, 28, colour, 0.14) +
    box(30, 138, 540, 74, 26, shade(colour, -0.06), 0.14) +
    box(262, 196, 76, 30, 12, '#59606d') +
    `<g fill="${shade(colour, -0.32)}">${[0, 1, 2, 3].map((row) => `<rect x="84" y="${420 + row * 18}" width="110" height="7" rx="3.5"/>`).join('')}</g>` +
    disc(500, 448, 20, '#3fae6a') +
    `<rect x="76" y="516" width="46" height="16" rx="6" fill="#3a3f49"/><rect x="478" y="516" width="46" height="16" rx="6" fill="#3a3f49"/>`
  )
}

export function washingMachine(colour: string): Drawing {
  return (
    box(90, 50, 420, 500, 34, colour, 0.14) +
    `<path d="M92 158 H508" stroke="${shade(colour, -0.22)}" stroke-width="4"/>` +
    box(124, 82, 120, 50, 12, shade(colour, -0.1)) +
    disc(330, 106, 30, '#8f98a8') +
    box(384, 84, 98, 46, 10, '#1d212a', 0.1) +
    `<text x="433" y="117" font-family="sans-serif" font-size="28" text-anchor="middle" fill="#7fe3ff">0:45</text>` +
    disc(300, 352, 158, '#aab3c2', 0.25) +
    disc(300, 352, 128, '#20304a', 0.25) +
    `<path d="M176 372 C220 336 260 400 300 372 S380 340 424 372 A126 126 0 0 1 176 372Z" fill="#6cc4f5" opacity=".8"/>` +
    `<circle cx="252" cy="300" r="26" fill="#fff" opacity=".25"/><circle cx="338" cy="398" r="12" fill="#fff" opacity=".6"/><circle cx="300" cy="424" r="8" fill="#fff" opacity=".6"/>`
  )
}

export function airConditioner(): Drawing {
  return (
    box(20, 170, 560, 210, 44, '#f1f4f8', 0.1) +
    `<path d="M24 318 H576" stroke="#cfd6e0" stroke-width="4"/>` +
    box(60, 330, 480, 30, 12, '#aeb8c6', 0.15) +
    `<text x="488" y="270" font-family="sans-serif" font-size="46" text-anchor="middle" fill="#4aa3df">18°</text>` +
    ['M150 400 c-26 34 18 54 -8 96', 'M300 400 c-26 38 18 62 -8 112', 'M450 400 c-26 34 18 54 -8 96']
      .map(
        (wave) =>
          `<path d="${wave}" fill="none" stroke="#7cc8f2" stroke-width="16" stroke-linecap="round" opacity=".75"/>`,
      )
      .join('')
  )
}

export function standingFan(colour: string): Drawing {
  const blades = [0, 72, 144, 216, 288]
    .map(
      (angle) =>
        `<path transform="rotate(${angle} 300 190)" d="M300 190 C258 150 262 70 312 56 C350 96 344 150 300 190Z" fill="${shade(colour, 0.35)}" opacity=".92"/>`,
    )
    .join('')
  return (
    box(286, 330, 28, 214, 12, '#d6dbe4') +
    box(170, 536, 260, 36, 18, colour) +
    `<circle cx="300" cy="190" r="166" fill="#fff" opacity=".35"/>${blades}` +
    `<g fill="none" stroke="#8b94a5" stroke-width="4">${[166, 132, 98, 64].map((radius) => `<circle cx="300" cy="190" r="${radius}"/>`).join('')}</g>` +
    disc(300, 190, 36, colour) +
    box(262, 352, 76, 66, 18, colour)
  )
}

export function gasCooker(): Drawing {
  const knobs = [150, 220, 290, 360, 430].map((x) => disc(x, 196, 20, '#e9ecf1')).join('')
  return (
    box(90, 140, 420, 420, 20, '#3c424e', 0.2) +
    box(80, 116, 440, 44, 14, '#585f6d') +
    [170, 300, 430]
      .map(
        (x) =>
          `<rect x="${x - 46}" y="98" width="92" height="18" rx="6" fill="#20242c"/><path d="M${x - 22} 98 q8 -26 14 -4 q8 -30 14 0 q8 -22 14 4Z" fill="#5fb8ff"/>`,
      )
      .join('') +
    knobs +
    box(124, 246, 352, 250, 20, '#22262e', 0.2) +
    `<rect x="152" y="296" width="296" height="170" rx="14" fill="#f6a04d" opacity=".5"/><path d="M164 400 H436 M164 430 H436" stroke="#222" stroke-width="6" opacity=".5"/>` +
    box(150, 260, 300, 16, 8, '#c9cfd9')
  )
}

export function microwave(): Drawing {
  return `${box(40, 150, 520, 300, 24, '#d5dae2', 0.18)}${box(70, 182, 340, 230, 16, '#1f232b', 0.18)}<circle cx="240" cy="330" r="74" fill="#ffc46b" opacity=".3"/>${box(436, 184, 98, 54, 8, '#1c2028', 0.1)}<text x="485" y="223" font-family="sans-serif" font-size="34" text-anchor="middle" fill="#7ff0a8">1:30</text>${disc(485, 306, 34, '#8f98a8')}${box(446, 366, 78, 40, 12, '#9aa3b2')}<rect x="80" y="450" width="50" height="14" rx="5" fill="#4a505c"/><rect x="470" y="450" width="50" height="14" rx="5" fill="#4a505c"/>`
}

export function blender(colour: string): Drawing {
  return (
    `<path d="M196 90 H404 L376 384 H224Z" fill="#dff1fb" opacity=".85"/><path d="M206 190 H394 L376 384 H224Z" fill="#ff8a5c" opacity=".85"/>` +
    `<circle cx="262" cy="250" r="22" fill="#ffd36b"/><circle cx="330" cy="300" r="26" fill="#ffd36b"/><circle cx="290" cy="342" r="16" fill="#fff" opacity=".5"/><path d="M396 130 q66 0 56 80 q-8 60 -66 66" fill="none" stroke="#cfe3ee" stroke-width="22"/>` +
    box(184, 56, 232, 42, 18, colour) +
    box(264, 26, 72, 36, 14, shade(colour, -0.15)) +
    box(192, 384, 216, 176, 34, colour) +
    disc(300, 470, 44, '#eef1f5')
  )
}

export function generator(colour: string): Drawing {
  return (
    `<path d="M70 500 V150 Q70 110 110 110 H490 Q530 110 530 150 V500" fill="none" stroke="#2a2e37" stroke-width="26"/>` +
    box(110, 130, 380, 110, 30, colour) +
    disc(300, 138, 30, '#2a2e37') +
    box(120, 252, 170, 200, 18, '#4a515e') +
    `<g fill="#22262e">${[0, 1, 2, 3, 4].map((row) => `<rect x="144" y="${280 + row * 32}" width="122" height="14" rx="7"/>`).join('')}</g>` +
    box(308, 252, 176, 200, 18, '#e8ebf0', 0.12) +
    `<circle cx="356" cy="314" r="30" fill="#2a2e37"/><circle cx="436" cy="314" r="30" fill="#2a2e37"/><circle cx="346" cy="314" r="5" fill="#e8ebf0"/><circle cx="366" cy="314" r="5" fill="#e8ebf0"/><circle cx="426" cy="314" r="5" fill="#e8ebf0"/><circle cx="446" cy="314" r="5" fill="#e8ebf0"/>` +
    box(336, 376, 60, 44, 10, '#e5533d') +
    disc(442, 398, 22, '#3fae6a') +
    disc(110, 510, 52, '#22262e') +
    disc(110, 510, 24, '#b9c0cc') +
    box(440, 470, 100, 74, 16, '#2a2e37') +
    box(100, 456, 400, 30, 12, '#2a2e37')
  )
}

export function solarPanels(): Drawing {
  const cells = Array.from({ length: 20 }, (_, cell) => {
    const x = 76 + (cell % 5) * 92
    const y = 108 + Math.floor(cell / 5) * 88
    return `<rect x="${x}" y="${y}" width="84" height="80" rx="6" fill="#1f4f9c"/><path d="M${x} ${y + 80} L${x + 84} ${y} V${y + 30} L${x + 40} ${y + 80}Z" fill="#6ea8f0" opacity=".35"/>`
  }).join('')
  return `<path d="M180 470 L140 560 M420 470 L460 560" stroke="#8b94a5" stroke-width="22" stroke-linecap="round"/><g transform="skewX(-6) translate(30 0)">${box(56, 88, 492, 388, 18, '#c6cdd8', 0.15)}${cells}</g>`
}

export function inverter(): Drawing {
  return `${box(70, 40, 300, 400, 28, '#eef1f5', 0.12)}${screen(112, 84, 216, 92, 12, 3)}${disc(150, 226, 16, '#3fae6a')}${disc(204, 226, 16, '#f0b429')}${disc(258, 226, 16, '#e5533d')}<g fill="#c3cad5">${[0, 1, 2, 3].map((row) => `<rect x="116" y="${300 + row * 28}" width="208" height="10" rx="5"/>`).join('')}</g>${box(290, 360, 270, 200, 18, '#2f6fb5')}${box(320, 340, 46, 26, 6, '#e5533d')}${box(484, 340, 46, 26, 6, '#22262e')}<text x="425" y="480" font-family="sans-serif" font-size="54" font-weight="700" text-anchor="middle" fill="#fff">220Ah</text><path d="M220 440 C220 520 260 540 292 520" fill="none" stroke="#e5533d" stroke-width="12"/>`
}

export function iron(): Drawing {
  return `<path d="M60 420 C90 300 220 250 380 250 H520 L556 420Z" fill="#7c5cd6"/><path d="M92 400 C130 310 240 268 380 268 H500 L516 320 C360 320 200 340 92 400Z" fill="#a48bee"/><path d="M230 262 C240 180 300 160 380 160 H470 Q500 160 504 190 L514 262 h-50 l-8 -54 H370 C320 208 296 222 290 262Z" fill="#4b3a86"/>${box(40, 416, 530, 44, 18, '#cfd6e0')}${disc(430, 330, 34, '#f4f5f7')}<path d="M500 176 C580 150 560 80 500 60" fill="none" stroke="#3b3f49" stroke-width="14" stroke-linecap="round"/>`
}
