/**
 * `node scripts/draw-demo-photos.ts` draws the demo marketplace's photos and avatars as WebP into demo/photos
 * and demo/avatars. Run it after a change to its input and commit the result; the server only reads the
 * files. Input: Fluent Emoji, the SVGs of scripts/demo-photos/objects, the demo's people, and
 * scripts/demo-photos/subjects.txt, a line for each subject: `name | place | backdrop hue | object | objects
 * beside it`. An object is a file name, with `/hue/saturation/brightness` to recolour it.
 */
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { generateDemo } from '#server/demo/generate.ts'
import { goods } from '#server/demo/goods.ts'
import { createRandom } from '#server/demo/random.ts'

/** The scene and its floor in units. A photo has 640 × 480 pixels; the emoji have 256. */
const [WIDTH, HEIGHT, FLOOR, PIXELS_PER_UNIT] = [1200, 900, 640, 640 / 1200]

const input = new URL('demo-photos/', import.meta.url)
const emoji = new URL('../node_modules/@lobehub/fluent-emoji-3d/assets/', import.meta.url)
const output = new URL('../demo/', import.meta.url)

const floor = `<rect y="${FLOOR}" width="1200" height="260" fill="url(#floor)"/>`

interface Placed {
  object: string
  /**
   * Units: the height, and the middle of the lower edge (of the object itself if it is flat on the ground).
   */
  size: number
  x: number
  y: number
  /** Degrees, clockwise. */
  angle: number
}

/** The files of the 3D emoji that avatars show. */
const faces: Record<string, string> = {
  woman: '1f469-1f3fe',
  'dark woman': '1f469-1f3ff',
  'curly woman': '1f469-1f3fe-200d-1f9b1',
  'dark curly woman': '1f469-1f3ff-200d-1f9b1',
  'headscarf woman': '1f9d5-1f3fe',
  'dark headscarf woman': '1f9d5-1f3ff',
  'old woman': '1f475-1f3fe',
  man: '1f468-1f3fe',
  'dark man': '1f468-1f3ff',
  'curly man': '1f468-1f3fe-200d-1f9b1',
  'dark curly man': '1f468-1f3ff-200d-1f9b1',
  'bald man': '1f468-1f3ff-200d-1f9b2',
  'bearded man': '1f9d4-1f3fe',
  'dark bearded man': '1f9d4-1f3ff',
  'turbaned man': '1f473-1f3fe-200d-2642-fe0f',
  'dark turbaned man': '1f473-1f3ff-200d-2642-fe0f',
  'old man': '1f474-1f3ff',
  mechanic: '1f468-1f3fe-200d-1f527',
  cook: '1f469-1f3ff-200d-1f373',
  farmer: '1f468-1f3ff-200d-1f33e',
}

const offers = Map.groupBy(goods, ({ subject }) => subject)
for (const folder of ['photos/', 'avatars/']) {
  await rm(new URL(folder, output), { recursive: true, force: true })
  await mkdir(new URL(folder, output))
}
for (const line of (await readFile(new URL('subjects.txt', input), 'utf8')).trim().split('\n')) {
  const [name = '', place = '', hue = '', object = '', beside] = line.split(' | ')
  const photos = layouts(name, place, object, beside?.split(' ') ?? [])
  // At most one per offer: two offers of one thing need not look alike.
  for (const [index, objects] of photos.slice(0, offers.get(name)?.length ?? 1).entries()) {
    const scene = await drawScene(name, place, Number(hue), objects)
    await save(`photos/${name}-${index}.webp`, scene, WIDTH, HEIGHT)
  }
}
for (const [index, { username, face }] of generateDemo({ seed: 1, now: new Date() }).users.entries()) {
  if (!face) continue
  const hue = (index * 47) % 360
  const ground = `${gradient('wall', [oklch(0.93, 0.05, hue), oklch(0.79, 0.095, hue)], true)}<rect width="600" height="600" fill="url(#wall)"/>`
  const head = await drawObject({ object: faces[face] ?? '', size: 480, x: 300, y: 558, angle: 0 })
  await save(`avatars/${username}.webp`, ground + head.image, 600, 600)
}

/** The photos of a subject: alone, with the objects beside it, and a close-up. */
function layouts(name: string, scenery: string, object: string, beside: string[]): Placed[][] {
  const random = createRandom(hash(name))
  const flat = scenery === 'flat'
  const base = flat ? HEIGHT / 2 : 772
  const tilt = (degrees: number) => (flat ? random.int(-degrees, degrees) : 0)
  const alone = { object, size: flat ? 705 : 620, x: 600 + random.int(-30, 30), y: base, angle: tilt(9) }
  const close = { ...alone, size: 975, x: 600 + random.int(-140, 140), y: flat ? base + 40 : 960 }
  const company = beside.map((neighbour, index) => ({
    object: neighbour,
    size: index ? 230 : 270,
    x: index ? 230 : 930,
    y: base + (index ? -1 : 1) * (flat ? 190 : 30),
    angle: tilt(18),
  }))
  const main = { ...alone, size: 540, x: 520, y: flat ? base : base - 26 }
  return [[alone], ...(beside.length > 0 ? [[main, ...company]] : []), [close]]
}

async function drawScene(name: string, scenery: string, hue: number, placed: Placed[]): Promise<string> {
  const flat = scenery === 'flat'
  const objects = await Promise.all(placed.map(drawObject))
  const shadows = flat ? '' : objects.map(({ shadow }) => shadow).join('')
  const images = objects.map(({ image }) => image).join('')
  return `<defs>${[
    gradient('wall', [oklch(0.965, 0.018, hue), oklch(0.92, 0.034, hue), oklch(0.85, 0.057, hue)], true),
    gradient('floor', [oklch(0.815, 0.058, hue), oklch(0.905, 0.036, hue)]),
    gradient('sky', [oklch(0.83, 0.075, hue), oklch(0.96, 0.03, hue)]),
    gradient('tint', [oklch(0.975, 0.016, hue), oklch(0.905, 0.042, hue)]),
    gradient('grass', ['#a9cf85', '#79b163']),
    gradient('tar', ['#a7acb8', '#868d9c']),
  ].join(
    '',
  )}<filter id="soft"><feGaussianBlur stdDeviation="12 5"/></filter><filter id="lying" x="-30%" y="-30%" width="160%" height="160%"><feDropShadow dx="19" dy="30" stdDeviation="16" flood-color="#1b2233" flood-opacity=".42"/></filter></defs>
${ground(scenery, hue)}${accent(scenery, hue, createRandom(hash(name)))}<g fill="${oklch(0.34, 0.05, hue)}" filter="url(#soft)">${shadows}</g><g${flat ? ' filter="url(#lying)"' : ''}>${images}</g>`
}

function ground(scenery: string, hue: number): string {
  if (scenery === 'flat') return '<rect width="1200" height="900" fill="url(#wall)"/>'
  if (scenery === 'floor') return `<rect width="1200" height="${FLOOR}" fill="url(#wall)"/>${floor}`
  const cloud = (x: number, y: number) =>
    `<g fill="#fff" opacity=".75" transform="translate(${x} ${y})"><ellipse rx="90" ry="30"/><circle cx="-30" cy="-18" r="36"/><circle cx="26" cy="-26" r="46"/></g>`
  const road = `<rect y="650" width="1200" height="40" fill="#a9cf85"/><rect y="686" width="1200" height="214" fill="url(#tar)"/><path d="M0 690H1200" stroke="#e9ebf0" stroke-width="8"/><path d="M20 843H1200" stroke="#f4f1e4" stroke-width="14" stroke-dasharray="150 120"/>`
  const lawn = '<path d="M0 672 C300 640 860 640 1200 668 V900 H0Z" fill="url(#grass)"/>'
  return `<rect width="1200" height="900" fill="url(#sky)"/>${cloud(220, 170)}${cloud(960, 120)}<path d="M0 600 C200 470 380 520 560 570 S980 480 1200 560 V900 H0Z" fill="${oklch(0.9, 0.045, hue)}"/><path d="M0 640 C260 560 420 620 640 630 S1020 570 1200 620 V900 H0Z" fill="${oklch(0.86, 0.06, hue)}"/>${scenery === 'road' ? road : lawn}`
}

/** The decoration behind the object. */
function accent(scenery: string, hue: number, random: ReturnType<typeof createRandom>): string {
  if (scenery === 'road' || scenery === 'grass') return ''
  const x = 600 + random.int(-40, 40)
  const beams = `<g fill="#fff" opacity=".26"><path d="M${x - 460} 0h190L${x - 660} 900h-190Z"/><path d="M${x - 180} 0h90L${x - 480} 900h-90Z"/><path d="M${x + 260} 0h240L${x + 60} 900h-240Z"/></g>`
  const disc = `<circle cx="${x}" cy="435" r="335" fill="url(#tint)" opacity=".85"/>`
  const arch = `<path d="M${x - 310} ${FLOOR}V380a310 310 0 0 1 620 0V${FLOOR}Z" fill="url(#tint)"/>`
  const podium = `<path d="M130 776v46a470 76 0 0 0 940 0v-46Z" fill="${oklch(0.77, 0.063, hue)}"/><ellipse cx="600" cy="776" rx="470" ry="76" fill="url(#tint)"/>`
  const band = `<path d="M0 ${x - 40}L1200 ${x - 350}V900H0Z" fill="${oklch(0.82, 0.06, hue)}" opacity=".7"/>`
  return random.pick(scenery === 'flat' ? [beams, band, disc, ''] : [disc + floor, arch, podium, beams, ''])
}

/** An object, cut to its outline, and its shadow on a floor. */
async function drawObject({ object, size, x, y, angle }: Placed): Promise<{ image: string; shadow: string }> {
  const [name, ...tint] = object.split('/')
  const [hue = 0, saturation = 1, brightness = 1] = tint.map(Number)
  const drawing = new URL(`objects/${name}.svg`, input)
  const source = existsSync(drawing) ? drawing : new URL(`${name}.webp`, emoji)
  const height = Math.round(size * PIXELS_PER_UNIT)
  const whole = await sharp(await readFile(source), { density: 96 })
    .modulate({ hue, saturation, brightness })
    .png()
    .toBuffer()
  const { data, info } = await sharp(await sharp(whole).trim().png().toBuffer())
    .resize(Math.round(height * 1.32), height, { fit: 'inside', kernel: 'cubic' })
    .png()
    .toBuffer({ resolveWithObject: true })
  const [w, h] = [info.width / PIXELS_PER_UNIT, info.height / PIXELS_PER_UNIT]
  const top = angle || y === HEIGHT / 2 ? y - h / 2 : y - h
  return {
    image: `<image x="${x - w / 2}" y="${top}" width="${w}" height="${h}" transform="rotate(${angle} ${x} ${y})" href="data:image/png;base64,${data.toString('base64')}"/>`,
    shadow: `<ellipse cx="${x + w * 0.05}" cy="${y - 2}" rx="${w * 0.6}" ry="${Math.min(60, w * 0.1)}" opacity=".3"/><ellipse cx="${x}" cy="${y - 10}" rx="${w * 0.46}" ry="${Math.min(26, w * 0.045)}" opacity=".6"/>`,
  }
}

async function save(path: string, content: string, width: number, height: number): Promise<void> {
  const pixels = path.startsWith('avatars') ? 320 : width * PIXELS_PER_UNIT
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels}" height="${(pixels * height) / width}" viewBox="0 0 ${width} ${height}">${content}</svg>`
  await sharp(Buffer.from(svg), { unlimited: true })
    .flatten()
    .webp({ quality: 82, effort: 6 })
    .toFile(fileURLToPath(new URL(path, output)))
}

function gradient(id: string, colours: string[], radial = false): string {
  const stops = colours.map(
    (value, index) => `<stop offset="${index / (colours.length - 1)}" stop-color="${value}"/>`,
  )
  return radial
    ? `<radialGradient id="${id}" cx=".42" cy=".34" r=".85">${stops.join('')}</radialGradient>`
    : `<linearGradient id="${id}" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

/**
 * A colour by perceived lightness (0–1), chroma (0–0.3) and hue (degrees); librsvg does not support CSS'
 * `oklch()`.
 */
function oklch(lightness: number, chroma: number, hue: number): string {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `rgb(${linear.map((value) => Math.round(255 * (1.055 * Math.max(0, value) ** (1 / 2.4) - 0.055)))})`
}

/** FNV-1a, so that a subject's look does not depend on the others. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const letter of text) value = Math.imul(value ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return value >>> 0
}
