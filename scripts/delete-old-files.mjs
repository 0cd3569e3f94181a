import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const weekInMs = 7 * 24 * 60 * 60 * 1000

/**
 * Deletes the files of a build's folder that no build has written for a week. Those of earlier versions are needed until then: a process
 * that was started before loads more of its own, and its pages, also those that are open or cached, ask for theirs.
 */
export async function deleteOldFiles(folder) {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    if (Date.now() - (await stat(path)).mtimeMs > weekInMs) await rm(path)
  }
}
