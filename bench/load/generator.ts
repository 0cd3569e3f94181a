/** The load generator's process: receives jobs from its parent, sends results. Ends with its parent. */
import type { LoadJob, LoadResult } from './job.ts'
import { runJob } from './run-job.ts'

export type GeneratorAnswer = { id: number; result: LoadResult } | { id: number; failure: string }

process.on('message', async ({ id, job }: { id: number; job: LoadJob }) => {
  const answer: GeneratorAnswer = await runJob(job).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, failure: String(error) }),
  )
  process.send?.(answer)
})
process.on('disconnect', () => process.exit(0))
