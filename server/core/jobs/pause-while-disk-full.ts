import type { DiskWatch } from '../disk/disk-watch.ts'

/** Work that can be stopped and started again. */
interface Work {
  begin(): Promise<void>
  /** Also called if it has started only in part. */
  end(): Promise<void>
  /** Called when it has started or stopped. */
  onChange(isWorking: boolean): void
  /** Called if it could not start or stop; the next disk check tries again. */
  onError(error: Error): void
}

/**
 * Stops running work while the disk is full, and starts it when there is space. Returns a function that ends
 * the watching.
 */
export function pauseWhileDiskFull(disk: DiskWatch, { begin, end, onChange, onError }: Work): () => void {
  let isWorking = true
  let isChanging = false
  let isOver = false

  async function follow(): Promise<void> {
    const mayWork = disk.hasSpaceFor('normal')
    if (isOver || isChanging || mayWork === isWorking) return
    isChanging = true
    try {
      await (mayWork ? begin() : end())
      isWorking = mayWork
      onChange(isWorking)
    } catch (error) {
      onError(error as Error)
      if (mayWork) await end().catch(onError)
    } finally {
      isChanging = false
    }
  }

  disk.onCheck(() => void follow())
  return () => {
    isOver = true
  }
}
