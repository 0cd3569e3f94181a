import { join } from 'node:path'
import { thisTree } from '#tests/support/oja-process.ts'

/** The logs of the last run's hosts, a file for each program. */
export const logs = join(thisTree, '.cache', 'cluster', 'logs')

/** The folder of a run's data: on a disk, whose files support the attributes that Swift writes. */
export const folderOf = (run: number) => join(thisTree, '.cache', 'cluster', `run-${run}`)
