import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The shortest limit of the supported systems (macOS: 104 bytes with the closing zero; Linux: 108). */
const maxSocketPath = 103
const temporaryPrefix = 'oja-socket-'

/**
 * Makes the folder of the Unix socket, which only its owner may enter: that is the access check, there is no
 * password. It lies in the data folder, or, where that path is no good for a socket, under the system's temporary one.
 */
export function makeSocketDir(dataDir: string, port: number, owner?: { uid: number; gid: number }): string {
  const folder = chooseFolder(dataDir, port)
  chmodSync(folder, 0o700)
  if (owner) chownSync(folder, owner.uid, owner.gid)
  return folder
}

function chooseFolder(dataDir: string, port: number): string {
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= maxSocketPath
  const inside = join(dataDir, 'postgres-socket')
  // PostgreSQL reads its setting as a list: commas part it, quotes quote.
  if (fits(inside) && !/[,"]/.test(inside)) {
    // A killed PostgreSQL's socket would pass for a living one's where its process number is in use again.
    removeSocketDir(inside)
    mkdirSync(inside)
    return inside
  }
  const prefix = join(tmpdir(), temporaryPrefix)
  return mkdtempSync(fits(`${prefix}XXXXXX`) ? prefix : join('/tmp', temporaryPrefix))
}

/** Removes the folder after PostgreSQL has ended. */
export function removeSocketDir(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
}

/** The same for one that a killed Oja left under the temporary folder; any other folder is left alone. */
export function removeTemporarySocketDir(folder: string): void {
  if (basename(folder).startsWith(temporaryPrefix)) removeSocketDir(folder)
}
