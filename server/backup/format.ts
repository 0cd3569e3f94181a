import { z } from 'zod'

/** The first file of a backup: what it is, and what made it. */
export const Header = z.object({
  format: z.literal(1, 'is of another kind'),
  oja: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.record(z.string(), z.number()),
  /** Whether pictures are in it. */
  media: z.boolean(),
})
export type Header = z.output<typeof Header>

/** The last file of a backup: what it holds. Where it is missing, the backup is not whole. */
export const Summary = z.object({
  /** Rows, by table. */
  rows: z.record(z.string(), z.number()),
  /** Mail and text messages that waited to be sent. */
  unsent: z.number(),
  /** Files of pictures. */
  files: z.number(),
  /** Addresses of pictures that something shows and of which no file was there. */
  missing: z.array(z.string()),
})
export type Summary = z.output<typeof Summary>

export const names = {
  header: 'oja-backup.json',
  summary: 'complete.json',
  secretKey: 'secret.key',
} as const

/** Where part `count` of a table lies, or of `unsent`. */
export function partName(kind: 'tables' | 'unsent', name: string, count: number): string {
  return `${kind}/${name}/${String(count).padStart(6, '0')}.copy.gz`
}

export const partPath = /^(tables|unsent)\/([a-z0-9_]+)\/\d{6}\.copy\.gz$/
export const mediaPath = /^media\/(photos\/[0-9a-f-]{36}\/\d{1,4}\.(avif|webp|jpg))$/
