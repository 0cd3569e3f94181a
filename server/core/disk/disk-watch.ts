import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { formatBytes } from '#shared/bytes.ts'
import type { LowDisk } from '#shared/contract/admin.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Env } from '../../env.ts'
import { diskFree, diskThreshold } from '../observe/metrics.ts'
import { keepBallast } from './ballast.ts'
import {
  type DiskState,
  type DiskThresholds,
  delayBetweenChecks,
  hysteresisFactor,
  stateOf,
  thresholdsOf,
} from './disk-thresholds.ts'

/** Bytes of a disk: available to Oja's user, and in total for users. */
export interface DiskSpace {
  /** Identifies the disk. */
  device: number
  free: number
  size: number
}

/** Reads the disk of a folder; null if the folder does not exist or the system gives no figures. */
export type ReadDisk = (folder: string) => Promise<DiskSpace | null>

/** `normal` is what a write needs that declares nothing (`Endpoint.diskSpace`). */
type SpaceNeed = 'normal' | NonNullable<Endpoint['diskSpace']>

/** Watches the free space on the disks that Oja writes to. */
export interface DiskWatch {
  hasSpaceFor(need: SpaceNeed): boolean
  /** The state of the worst disk; `none` before a folder exists. */
  state(): DiskState | 'none'
  /** The worst disk, if it has little space. */
  lowest(): LowDisk | null
  /** Checks now, in addition to the regular checks. */
  check(): Promise<void>
  /** Calls `listener` after each check. */
  onCheck(listener: () => void): void
  stop(): void
}

interface Disk extends DiskSpace {
  name: LowDisk['disk']
  folder: string
  thresholds: DiskThresholds
  state: DiskState
}

/**
 * Checks once before it resolves, then the more often the less room there is, until it is stopped. `warn` gets a line for each change of
 * state.
 */
export async function watchDisks(
  { DATA_DIR, S3_BUCKET }: Pick<Env, 'DATA_DIR' | 'S3_BUCKET'>,
  { warn, read = readDisk }: { warn(line: string): void; read?: ReadDisk },
): Promise<DiskWatch> {
  const ofPostgres = join(DATA_DIR, 'postgres')
  // Folders inside it may be disks of their own, through a mount or a link.
  const ofData = [DATA_DIR, ofPostgres, join(ofPostgres, 'pg_wal')]
  const ofPictures = S3_BUCKET ? [] : [join(DATA_DIR, 'media')]
  const disks = new Map<Disk['name'], Disk>()
  const ballast = keepBallast(DATA_DIR)
  const listeners: (() => void)[] = []
  let lastCheck = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false

  async function measure(name: Disk['name'], folders: string[]): Promise<Disk | undefined> {
    const before = disks.get(name)?.state ?? 'ok'
    const spaces = await Promise.all(folders.map(async (folder) => ({ folder, space: await read(folder) })))
    return fullest(
      spaces.flatMap(({ folder, space }) => {
        const thresholds = space && thresholdsOf(space.size)
        return space && thresholds
          ? [{ ...space, name, folder, thresholds, state: stateOf(space.free, thresholds, before) }]
          : []
      }),
    )
  }

  async function checkOnce(): Promise<void> {
    const [data, pictures] = await Promise.all([measure('data', ofData), measure('pictures', ofPictures)])
    updateDisk('data', data)
    // Usually the same disk.
    updateDisk('pictures', pictures?.device === data?.device ? undefined : pictures)
    if (data)
      await ballast({ ...data, needed: data.thresholds.full * hysteresisFactor }).catch((error) =>
        warn(String(error)),
      )
    for (const listener of listeners) listener()
  }

  function updateDisk(name: Disk['name'], disk: Disk | undefined): void {
    const before = disks.get(name)?.state ?? 'ok'
    disks.delete(name)
    if (!disk) return
    disks.set(name, disk)
    diskFree.set({ disk: name }, disk.free)
    diskThreshold.set({ disk: name, level: 'low' }, disk.thresholds.low)
    diskThreshold.set({ disk: name, level: 'full' }, disk.thresholds.full)
    if (disk.state !== before) warn(sentenceOf(disk))
  }

  /** One check at a time: a network disk may be slow. A check requested during another reads the disk after it. */
  function check(): Promise<void> {
    lastCheck = lastCheck.catch(() => {}).then(checkOnce)
    return lastCheck
  }

  function checkLater(): void {
    if (isStopped) return
    const worst = fullest([...disks.values()])
    const delay = worst ? delayBetweenChecks(worst.free, worst.thresholds) : 1000
    timer = setTimeout(() => void check().then(checkLater, checkLater), delay).unref()
  }

  await check()
  checkLater()
  return {
    hasSpaceFor(need) {
      if (need === 'none') return true
      const data = disks.get('data')
      if (data?.state === 'full') return need === 'sign-in' && data.free >= data.thresholds.full / 2
      return need !== 'pictures' || disks.get('pictures')?.state !== 'full'
    },
    state: () => fullest([...disks.values()])?.state ?? 'none',
    lowest() {
      const disk = fullest([...disks.values()])
      if (!disk || disk.state === 'ok') return null
      const { name, state, free, size } = disk
      return { disk: name, state, free, size, needed: neededBy(disk) }
    },
    check,
    onCheck: (listener) => void listeners.push(listener),
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

/** The disk with the least space relative to its limit. */
function fullest(disks: Disk[]): Disk | undefined {
  return disks.sort((a, b) => a.free / a.thresholds.full - b.free / b.thresholds.full)[0]
}

/** Bytes that must be free for everything to be saved. */
function neededBy({ state, thresholds }: Disk): number {
  return Math.ceil(state === 'full' ? thresholds.full * hysteresisFactor : thresholds.full)
}

function sentenceOf(disk: Disk): string {
  const room = `${formatBytes(disk.free)} of ${formatBytes(disk.size)} are free`
  const needed = formatBytes(neededBy(disk))
  if (disk.state === 'full')
    return `The disk of ${disk.folder} is full: ${room}. Oja saves nothing until there are ${needed}; reading goes on.`
  if (disk.state === 'low')
    return `The disk of ${disk.folder} has little room: ${room}. Below ${needed} Oja saves nothing.`
  return `The disk of ${disk.folder} has room again: ${room}.`
}

const readDisk: ReadDisk = async (folder) => {
  try {
    const [{ dev }, { bsize, blocks, bfree, bavail }] = await Promise.all([stat(folder), statfs(folder)])
    // The same figures as df: space reserved for root counts neither as free nor as part of the total.
    return { device: dev, free: bavail * bsize, size: (blocks - bfree + bavail) * bsize }
  } catch {
    return null
  }
}
