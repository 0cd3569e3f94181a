import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { GeneratorAnswer } from './generator.ts'
import type { LoadJob, LoadResult } from './job.ts'

/** The load generator, in a separate process so that it shares no event loop with anything measured. */
export interface Load {
  /**
   * Closed loop, as fast as the connections get their responses: for requests a second and processor time.
   */
  closedLoop(job: Omit<LoadJob, 'rate'>): Promise<LoadResult>
  /** Open loop, by schedule: for latencies without coordinated omission. */
  openLoop(job: LoadJob & { rate: number }): Promise<LoadResult>
  stop(): void
}

/** Starts the generator's process. */
export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)), { serialization: 'advanced' })
  const pending = new Map<number, { resolve(result: LoadResult): void; reject(error: Error): void }>()
  let jobs = 0

  child.on('message', (answer: GeneratorAnswer) => {
    const { resolve, reject } = pending.get(answer.id) ?? {}
    pending.delete(answer.id)
    if ('result' in answer) resolve?.(answer.result)
    else reject?.(new Error(answer.failure))
  })
  child.on('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('The load generator ended.'))
    pending.clear()
  })

  function run(job: LoadJob): Promise<LoadResult> {
    jobs += 1
    const id = jobs
    return new Promise((resolve, reject) => {
      pending.set(id, { resolve, reject })
      child.send({ id, job })
    })
  }
  return { closedLoop: run, openLoop: run, stop: () => child.disconnect() }
}
