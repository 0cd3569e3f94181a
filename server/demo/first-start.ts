import { randomBytes } from 'node:crypto'
import type { PhotoStorage } from '#server/core/storage.ts'
import type { Db } from '#server/db/pool.ts'
import { demoAccounts } from './people.ts'
import { seedDemo } from './seed.ts'

interface FirstStart {
  db: Db
  storage: PhotoStorage
  /** The server is public, so the demo accounts get a random password. */
  isPublic: boolean
  /** The output for the progress: one line, rewritten on a terminal. */
  out: { write(text: string): unknown; isTTY?: boolean }
  /** Called before each picture; an error ends the seeding and leaves the marketplace empty. */
  check(): void
}

/**
 * Fills an empty marketplace and shows the progress. Returns the lines about the demo accounts, or none if it
 * was not empty.
 */
export async function fillOnFirstStart({ db, storage, out, check, isPublic }: FirstStart): Promise<string[]> {
  const text = 'Filling in the demo marketplace, once'
  let shown = ''
  const show = (line: string) => {
    if (line === shown || (shown && !out.isTTY)) return
    out.write(out.isTTY ? `\r${line}` : `${line} …\n`)
    shown = line
  }
  const onProgress = (share: number) => {
    check()
    show(out.isTTY ? `${text}: ${Math.floor(share * 100)} %` : text)
  }
  const password = isPublic ? randomBytes(16).toString('base64url') : demoAccounts.password
  const filled = await seedDemo({ db, storage, now: new Date(), password, onProgress }).finally(() => {
    if (shown && out.isTTY) out.write('\n')
  })
  if (!filled) return []
  const { seller, administrator } = demoAccounts
  return [
    `Demo accounts, both with the password ${password}:`,
    `  ${seller} buys and sells`,
    `  ${administrator} is the administrator`,
  ]
}
