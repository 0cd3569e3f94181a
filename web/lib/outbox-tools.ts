/** Runs while no other tab, and no service worker, holds this lock; at once in browsers without the Web Locks API. */
export async function runExclusively<T>(lock: string, run: () => Promise<T>): Promise<T> {
  return navigator.locks ? await navigator.locks.request(lock, run) : run()
}

/** A delay in milliseconds that `wake` ends early. */
export function createBackoffDelay(): { sleep(time: number): Promise<void>; wake(): void } {
  let wake = () => {}
  return {
    sleep: (time) =>
      new Promise((resolve) => {
        const timer = setTimeout(resolve, time)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
    wake: () => wake(),
  }
}
