import { backupRestored } from './faults/backup-restored.ts'
import { clockMoved } from './faults/clock-moved.ts'
import { deadlocks } from './faults/deadlocks.ts'
import { diskFills } from './faults/disk-fills.ts'
import { databaseDiskFull, mediaDiskFull } from './faults/disk-full.ts'
import { mailAway } from './faults/mail-away.ts'
import { migrationFails } from './faults/migrations.ts'
import { poolUsedUp, serverFrozen } from './faults/pool-used-up.ts'
import { backendKilled, postmasterKilled } from './faults/postgres-killed.ts'
import { serverKilled } from './faults/server-killed.ts'
import { slowClients } from './faults/slow-clients.ts'
import { twoStarts, twoVersions } from './faults/two-versions.ts'
import type { Fault } from './support/fault.ts'

/** Every fault, in the order of the table. */
export const faults: Fault[] = [
  postmasterKilled,
  backendKilled,
  serverKilled,
  diskFills,
  mediaDiskFull,
  databaseDiskFull,
  mailAway,
  slowClients,
  clockMoved,
  migrationFails,
  twoVersions,
  twoStarts,
  deadlocks,
  poolUsedUp,
  serverFrozen,
  backupRestored,
]
