import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { GeneratorAnswer } from './generator.ts'
import type { LoadJob, LoadResult } from './job.ts'

/** The load generator, in a process of its own so that it shares no loop with anything measured. */
export interface Load {
  /** As fast as the connections get their answers: for requests a second and processor time. */
  highest(job: Omit<LoadJob, 'rate'>): Promise<LoadResult>
  /** Arrivals by schedule: for honest latencies. */
  openLoop(job: LoadJob & { rate: number }): Promise<LoadResult>
  stop(): void
}

/** Starts the generator's process. */
export function startLoad(): Load {
  const child = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)), { serialization: 'advanced' })
  const waiting = new Map<number, { resolve(result: LoadResult): void; reject(error: Error): void }>()
  let jobs = 0

  child.on('message', (answer: GeneratorAnswer) => {
    const { resolve, reject } = waiting.get(answer.id) ?? {}
    waiting.delete(answer.id)
    if ('result' in answer) resolve?.(answer.result)
    else reject?.(new Error(answer.failure))
  })
  child.on('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The load generator ended.'))
    waiting.clear()
  })

  function run(job: LoadJob): Promise<LoadResult> {
    jobs += 1
    const id = jobs
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      child.send({ id, job })
    })
  }
  return { highest: run, openLoop: run, stop: () => child.disconnect() }
}
