import { join } from 'node:path'
import { thisTree } from '#tests/chaos/support/oja.ts'

/** What the hosts of the last run said, a file for each program. */
export const logs = join(thisTree, '.cache', 'cluster', 'logs')

/** Where the hosts of a run store things: on a disk, whose files may have the attributes that Swift writes. */
export const folderOf = (run: number) => join(thisTree, '.cache', 'cluster', `run-${run}`)
