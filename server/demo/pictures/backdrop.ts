import type { Random } from '../random.ts'
import { oklch } from './colour.ts'
import type { Place } from './subject.ts'

export const WIDTH = 1200
export const HEIGHT = 900
/** Pixels per unit of the scene: the 3D objects are 256 pixels, so that larger pictures would only be blurred. */
export const SCALE = 640 / 1200

export interface Backdrop {
  place: Place
  hue: number
  /** What stands or shines behind the object. */
  accent: 'none' | 'disc' | 'arch' | 'podium' | 'beams' | 'band'
  /** Slides accents and clouds sideways, in pixels. */
  shift: number
}

interface Footprint {
  left: number
  top: number
  width: number
  height: number
}

const accents: Record<Place, Backdrop['accent'][]> = {
  floor: ['disc', 'arch', 'podium', 'beams', 'none'],
  flat: ['beams', 'band', 'disc', 'none'],
  road: ['none'],
  grass: ['none'],
}

export function backdrop(place: Place, hue: number, random: Random): Backdrop {
  return { place, hue, accent: random.pick(accents[place]), shift: random.int(-120, 120) }
}

/** The empty scene as SVG, with the shadows of what stands in it. */
export function drawBackdrop(scene: Backdrop, standing: readonly Footprint[]): string {
  const { hue, shift } = scene
  const ink = oklch(0.34, 0.05, hue)
  const shadows = standing
    .map((object) => {
      const [left, top, width, height] = [object.left, object.top, object.width, object.height].map(
        (pixels) => pixels / SCALE,
      ) as [number, number, number, number]
      const middle = left + width / 2
      const ground = top + height - 10
      return `<ellipse cx="${middle + width * 0.05}" cy="${ground + 8}" rx="${width * 0.64}" ry="${Math.min(74, width * 0.12)}" fill="url(#far)"/><ellipse cx="${middle}" cy="${ground}" rx="${width * 0.5}" ry="${Math.min(34, width * 0.055)}" fill="url(#near)"/>`
    })
    .join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH * SCALE}" height="${HEIGHT * SCALE}" viewBox="0 0 ${WIDTH} ${HEIGHT}"><defs>
<radialGradient id="wall" cx=".42" cy=".34" r=".85"><stop offset="0" stop-color="${oklch(0.965, 0.018, hue)}"/><stop offset=".5" stop-color="${oklch(0.92, 0.034, hue)}"/><stop offset="1" stop-color="${oklch(0.85, 0.057, hue)}"/></radialGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${oklch(0.815, 0.058, hue)}"/><stop offset="1" stop-color="${oklch(0.905, 0.036, hue)}"/></linearGradient>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${oklch(0.83, 0.075, hue)}"/><stop offset="1" stop-color="${oklch(0.96, 0.03, hue)}"/></linearGradient>
<linearGradient id="tint" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${oklch(0.975, 0.016, hue)}"/><stop offset="1" stop-color="${oklch(0.905, 0.042, hue)}"/></linearGradient>
<linearGradient id="grass" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a9cf85"/><stop offset="1" stop-color="#79b163"/></linearGradient>
<linearGradient id="tar" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#a7acb8"/><stop offset="1" stop-color="#868d9c"/></linearGradient>
<radialGradient id="far"><stop offset="0" stop-color="${ink}" stop-opacity=".42"/><stop offset="1" stop-color="${ink}" stop-opacity="0"/></radialGradient>
<radialGradient id="near"><stop offset="0" stop-color="${ink}" stop-opacity=".75"/><stop offset=".6" stop-color="${ink}" stop-opacity=".3"/><stop offset="1" stop-color="${ink}" stop-opacity="0"/></radialGradient>
</defs>${ground(scene)}${accent(scene, shift)}${shadows}</svg>`
}

function ground({ place, hue, shift }: Backdrop): string {
  const hill = oklch(0.86, 0.06, hue)
  const fartherHill = oklch(0.9, 0.045, hue)
  const cloud = (x: number, y: number, scale: number) =>
    `<g fill="#fff" opacity=".75" transform="translate(${x} ${y}) scale(${scale})"><ellipse cx="0" cy="0" rx="90" ry="30"/><circle cx="-30" cy="-18" r="36"/><circle cx="26" cy="-26" r="46"/></g>`
  const outdoors = `<rect width="1200" height="900" fill="url(#sky)"/>${cloud(220 + shift, 170, 1.1)}${cloud(960 + shift, 120, 0.85)}<path d="M0 600 C200 470 380 520 560 570 S980 480 1200 560 V900 H0Z" fill="${fartherHill}"/><path d="M0 640 C260 560 420 620 640 630 S1020 570 1200 620 V900 H0Z" fill="${hill}"/>`
  switch (place) {
    case 'floor':
      return '<rect width="1200" height="640" fill="url(#wall)"/><rect y="640" width="1200" height="260" fill="url(#floor)"/><rect y="640" width="1200" height="3" fill="#fff" opacity=".35"/>'
    case 'flat':
      return '<rect width="1200" height="900" fill="url(#wall)"/>'
    case 'grass':
      return `${outdoors}<path d="M0 672 C300 640 860 640 1200 668 V900 H0Z" fill="url(#grass)"/>`
    case 'road':
      return `${outdoors}<path d="M0 650 H1200 V690 H0Z" fill="#a9cf85"/><rect y="686" width="1200" height="214" fill="url(#tar)"/><rect y="686" width="1200" height="8" fill="#e9ebf0"/><g fill="#f4f1e4" opacity=".9">${[0, 1, 2, 3, 4].map((dash) => `<rect x="${dash * 270 + shift - 60}" y="836" width="150" height="14" rx="7"/>`).join('')}</g>`
  }
}

function accent({ accent: kind, place, hue }: Backdrop, shift: number): string {
  const centre = place === 'flat' ? 450 : 420
  switch (kind) {
    case 'disc':
      return `<circle cx="${600 + shift / 3}" cy="${centre}" r="335" fill="url(#tint)" opacity=".85"/>${place === 'floor' ? '<rect y="640" width="1200" height="260" fill="url(#floor)"/><rect y="640" width="1200" height="3" fill="#fff" opacity=".35"/>' : ''}`
    case 'arch':
      return `<path d="M${290 + shift / 3} 640 V380 A310 310 0 0 1 ${910 + shift / 3} 380 V640Z" fill="url(#tint)" opacity=".9"/>`
    case 'podium':
      return `<ellipse cx="600" cy="822" rx="470" ry="76" fill="${oklch(0.75, 0.065, hue)}"/><rect x="130" y="778" width="940" height="44" fill="${oklch(0.79, 0.062, hue)}"/><ellipse cx="600" cy="776" rx="470" ry="76" fill="url(#tint)"/>`
    case 'beams':
      return `<g fill="#fff" opacity=".26"><path d="M${140 + shift} 0 h190 L${-60 + shift} 900 h-190Z"/><path d="M${420 + shift} 0 h90 L${120 + shift} 900 h-90Z"/><path d="M${860 + shift} 0 h240 L${660 + shift} 900 h-240Z"/></g>`
    case 'band':
      return `<path d="M0 ${560 + shift} L1200 ${250 + shift} V900 H0Z" fill="${oklch(0.82, 0.06, hue)}" opacity=".7"/>`
    case 'none':
      return ''
  }
}
