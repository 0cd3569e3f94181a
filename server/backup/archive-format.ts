import { z } from 'zod'

/** The first file of a backup: its format and the version that made it. */
export const Header = z.object({
  format: z.number(),
  oja: z.string(),
  createdAt: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
  sequences: z.record(z.string(), z.number()),
  /** Whether it contains pictures. */
  media: z.boolean(),
})
export type Header = z.output<typeof Header>

/** The last file of a backup: its contents. A backup without it is incomplete. */
export const Summary = z.object({
  /** Rows, by table. */
  rows: z.record(z.string(), z.number()),
  /** Mail and text messages that waited to be sent. */
  unsent: z.number(),
  /** Picture files. */
  files: z.number(),
  /** Addresses of pictures that are in use but whose file was missing. */
  missing: z.array(z.string()),
})
export type Summary = z.output<typeof Summary>

export const names = {
  header: 'oja-backup.json',
  summary: 'complete.json',
  secretKey: 'secret.key',
} as const

/** The name of part `number`, from 1 on. */
export function partName(kind: 'tables' | 'unsent', name: string, number: number): string {
  return `${kind}/${name}/${String(number).padStart(6, '0')}.copy.gz`
}

export const partPath = /^(tables|unsent)\/([a-z0-9_]+)\/\d{6}\.copy\.gz$/
export const mediaPath = /^media\/(photos\/[0-9a-f-]{36}\/\d{1,4}\.(avif|webp|jpg))$/
