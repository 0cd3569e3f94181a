import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

/** The shortest limit of the supported systems (macOS: 104 bytes with the closing zero; Linux: 108). */
const maxSocketPath = 103
const temporaryPrefix = 'oja-socket-'

/**
 * Creates the folder of the Unix socket. Only its owner may enter, which is the access check: there is no
 * password. The folder is in the data folder, or under the system's temporary one if that path does not suit
 * a socket.
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
  // PostgreSQL parses its setting as a list with commas and quotes.
  if (fits(inside) && !/[,"]/.test(inside)) {
    // The socket of a killed PostgreSQL would pass for a living one's if its process number is in use again.
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

/** Removes the temporary socket folder of a killed Oja; leaves any other folder alone. */
export function removeTemporarySocketDir(folder: string): void {
  if (basename(folder).startsWith(temporaryPrefix)) removeSocketDir(folder)
}
