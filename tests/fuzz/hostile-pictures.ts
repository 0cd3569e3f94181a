import { deflateSync } from 'node:zlib'
import fc from 'fast-check'
import sharp from 'sharp'
import { pngBomb, redCorner } from '../support/pictures.ts'

export interface Pictures {
  /** Small valid pictures, by type. */
  whole: Buffer[]
  /** Valid pictures, and files with too much, too little or oversized content. */
  all: Buffer[]
}

/** Must never be served from an accepted picture. */
export const smuggled = '<script>smuggled()</script>'

const chunk = (type: string, data: Buffer) =>
  Buffer.concat([uint32(data.length), Buffer.from(type), data, Buffer.alloc(4)])

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** A PNG whose header declares these dimensions; its checksums are wrong, as a hostile file's may be. */
function pngOf(width: number, height: number, data = Buffer.alloc(10)): Buffer {
  const header = Buffer.concat([uint32(width), uint32(height), Buffer.from([8, 6, 0, 0, 0])])
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(data)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** An extended WebP with a canvas of 16384 × 16384 pixels. */
function webpBomb(): Buffer {
  const header = Buffer.from('524946461e000000574542505650385807a00000000000ff3f00ff3f00', 'hex')
  return Buffer.concat([header, Buffer.alloc(40)])
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg">${smuggled}</svg>`
const gif = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAACAkQBADs=', 'base64')

/** A WebP of ten frames. */
function animated(): Promise<Buffer> {
  const frames = { width: 8, height: 80, pageHeight: 8, channels: 3 as const }
  return sharp(Buffer.alloc(8 * 80 * 3, 0x77), { raw: frames })
    .webp({ loop: 0 })
    .toBuffer()
}

/** Made once: encoding takes longer than many requests. */
export async function makePictures(): Promise<Pictures> {
  const small = redCorner(48, 32)
  const whole = await Promise.all([
    small.clone().jpeg().toBuffer(),
    small.clone().png().toBuffer(),
    small.clone().webp().toBuffer(),
    small.clone().avif({ effort: 0 }).toBuffer(),
  ])
  const [jpeg = gif, png = gif] = whole
  const zip = Buffer.from('504b0506000000000000000000000000000000000000', 'hex')
  const withText = (text: string) =>
    sharp(jpeg)
      .withExif({ IFD0: { ImageDescription: text, Copyright: text } })
      .jpeg()
      .toBuffer()
  const more = [
    Buffer.concat([jpeg, Buffer.from(smuggled)]),
    Buffer.concat([jpeg, zip]),
    Buffer.concat([png, Buffer.from(`${smuggled}<?php echo 1 ?>`)]),
    Buffer.concat([Buffer.from('GIF89a/*'), jpeg, Buffer.from('*/=1;alert(1)')]),
    Buffer.concat([gif, Buffer.from(smuggled)]),
    Buffer.from(svg),
    Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from(svg)]),
    Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.from(svg)]),
    Buffer.from(`%PDF-1.7 ${smuggled}`),
    await withText(smuggled),
    await animated(),
    await sharp(jpeg).withMetadata({ orientation: 7 }).toBuffer(),
    pngBomb(),
    pngOf(2 ** 31 - 1, 2 ** 31 - 1),
    pngOf(0, 0),
    pngOf(65_535, 65_535, Buffer.alloc(1_000_000)),
    webpBomb(),
    Buffer.alloc(0),
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.from('0000001c66747970617669660000000061766966', 'hex'),
    Buffer.from('ffffffff66747970617669660000000061766966', 'hex'),
    Buffer.from('00000000667479706176696600000000', 'hex'),
    Buffer.concat([Buffer.from('524946460000000057454250', 'hex'), Buffer.alloc(100, 0xff)]),
  ]
  return { whole, all: [...whole, ...more] }
}

type Part = { headers: string; bytes: Buffer }

const field = (name: string, value: string | Buffer, more = ''): Part => ({
  headers: `content-disposition: form-data; name="${name}"${more}`,
  bytes: Buffer.from(value as string),
})

const form = (parts: Part[], boundary = 'edge', end = `--${boundary}--\r\n`): Buffer =>
  Buffer.concat([
    ...parts.flatMap(({ headers, bytes }) => [
      Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ]),
    Buffer.from(end),
  ])

export interface UploadForm {
  contentType: string
  body: Buffer
  /** A valid picture in a well-formed form. */
  isWhole: boolean
}

const preset = field('upload_preset', 'oja')
const file = (bytes: Buffer, name = 'photo.jpg', type = 'image/jpeg') =>
  field('file', bytes, `; filename="${name}"\r\ncontent-type: ${type}`)
const multipart = 'multipart/form-data; boundary=edge'

/** Forms with pictures, mostly wrong in some way. */
export function uploadForms({ whole, all }: Pictures): fc.Arbitrary<UploadForm> {
  const good = fc
    .constantFrom(...whole)
    .map((bytes) => ({ contentType: multipart, body: form([file(bytes), preset]), isWhole: true }))
  const of = (parts: Part[], contentType = multipart) => ({ contentType, body: form(parts), isWhole: false })
  const odd = fc
    .tuple(fc.constantFrom(...all), fc.constantFrom('x.svg', '../../x.php', 'x\u0000.jpg', 'é"; a=b', ''))
    .map(([bytes, name]) => of([file(bytes, name, 'image/svg+xml'), preset]))
  const damaged = fc
    .tuple(
      fc.constantFrom(...whole),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      fc.nat(99),
    )
    .map(([picture, flips, part]) => {
      const bytes = Buffer.from(picture)
      for (const [at, value] of flips) bytes[at % bytes.length] = value
      return of([file(part > 60 ? bytes.subarray(0, (bytes.length * part) / 100) : bytes), preset])
    })
  const [first = Buffer.alloc(0)] = whole
  const brokenForms = fc.constantFrom<UploadForm>(
    of([preset]),
    of([file(first)]),
    of([field('file', 'C:\\photo.jpg'), preset]),
    of([file(first), file(first), preset]),
    of([field('picture', first, '; filename="a.jpg"'), preset]),
    of([...Array.from({ length: 2000 }, (_, number) => field(`f${number}`, 'x')), file(first), preset]),
    of([field('x'.repeat(5000), 'x'), file(first), preset]),
    of([field('upload_preset', 'x'.repeat(100_000)), file(first)]),
    of([field('__proto__', 'x'), field('constructor', 'x'), file(first), preset]),
    of([{ headers: Array.from({ length: 100 }, (_, n) => `x-${n}: 1`).join('\r\n'), bytes: first }, preset]),
    of([{ headers: 'content-disposition: form-data', bytes: first }, preset]),
    of([file(first), preset], 'multipart/form-data'),
    of([file(first), preset], 'multipart/form-data; boundary='),
    of([file(first), preset], `multipart/form-data; boundary=${'e'.repeat(500)}`),
    of([file(first), preset], 'multipart/mixed; boundary=edge'),
    { contentType: multipart, body: form([file(first), preset], 'edge', ''), isWhole: false },
    { contentType: multipart, body: form([file(first), preset]).subarray(0, 200), isWhole: false },
    { contentType: multipart, body: Buffer.from('--edge--'), isWhole: false },
    { contentType: multipart, body: Buffer.alloc(30_000, '--edge\r\n'), isWhole: false },
  )
  return fc.oneof(
    { weight: 2, arbitrary: good },
    { weight: 5, arbitrary: odd },
    { weight: 4, arbitrary: damaged },
    { weight: 4, arbitrary: brokenForms },
  )
}
