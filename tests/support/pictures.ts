import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import type { TestApp } from './test-app.ts'

/** A picture whose top left quarter is red, the rest blue: it shows its orientation. */
export function redCorner(width = 1200, height = 800): Sharp {
  const red = { create: { width: width >> 1, height: height >> 1, channels: 3 as const, background: '#f00' } }
  return sharp({ create: { width, height, channels: 3, background: '#00f' } }).composite([
    { input: red, left: 0, top: 0 },
  ])
}

/** A real PNG of many pixels: 30000 × 30000 in a file of about 110 KB. */
export function pngBomb(width = 30_000, height = width): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))), { level: 9 })
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', header),
    pngChunk('IDAT', rows),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** A part of an upload form: a text, or a file with its name. */
export type Part = [name: string, value: string | { bytes: Buffer; name?: string }]

/** The parts of a well-formed upload. */
export function uploadOf(bytes: Buffer, name = 'photo.jpg'): Part[] {
  return [
    ['file', { bytes, name }],
    ['upload_preset', 'oja'],
  ]
}

export async function multipart(parts: Part[]): Promise<{ payload: Buffer; contentType: string }> {
  const form = new FormData()
  for (const [name, value] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, new Blob([new Uint8Array(value.bytes)]), value.name ?? 'photo.jpg')
  }
  const body = new Response(form)
  return {
    payload: Buffer.from(await body.arrayBuffer()),
    contentType: body.headers.get('content-type') ?? '',
  }
}

/** POST /api/uploads as a browser sends it. */
export async function postUpload(t: Pick<TestApp, 'app'>, cookie: string | undefined, parts: Part[]) {
  const { payload, contentType } = await multipart(parts)
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/uploads',
    headers: { 'content-type': contentType, ...(cookie ? { cookie } : {}) },
    payload,
  })
  return { status: response.statusCode, headers: response.headers, body: response.json() }
}

/** Everything that the uploads have left: paths below DATA_DIR/media, and rows. */
export async function leftBehind(t: TestApp): Promise<{ files: string[]; rows: number }> {
  const folder = join(t.env.DATA_DIR, 'media')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const rows = await t.db.selectFrom('uploads').select('id').execute()
  return {
    files: entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
    rows: rows.length,
  }
}
