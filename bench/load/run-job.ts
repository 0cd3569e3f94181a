import { Connection } from './connection.ts'
import type { LoadJob, LoadRequest, LoadResult } from './job.ts'
import { Tally } from './tally.ts'

/** Milliseconds to wait for responses after the last request was due. */
const responseTimeout = 10_000

interface Run {
  job: LoadJob
  /** The next request; null if `once` is set and all were sent. */
  next(): LoadRequest | null
  connections: Connection[]
  tally: Tally
  /** Resolves when the wait for responses ends. */
  deadline: Promise<void>
}

/** Runs a job in this process. */
export async function runJob(job: LoadJob): Promise<LoadResult> {
  const { requests } = job
  if (requests.length === 0) throw new Error('A load without requests.')
  const fingerprint = job.fingerprint ?? false
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const run: Run = {
    job,
    next: () => (job.once && sent >= requests.length ? null : (requests[sent++ % requests.length] ?? null)),
    connections: Array.from({ length: job.connections ?? 16 }, () => new Connection(job.origin, fingerprint)),
    tally: new Tally(),
    deadline: new Promise((resolve) => {
      timer = setTimeout(resolve, job.seconds * 1000 + responseTimeout)
    }),
  }
  await (job.rate === undefined ? closedLoop(run) : openLoop(run, job.rate))
  clearTimeout(timer)
  const unanswered = sent - run.tally.outcomes
  if (unanswered > 0) run.tally.fail('unanswered', unanswered)
  for (const connection of run.connections) connection.close()
  return run.tally.result(fingerprint)
}

/** Each connection sends as soon as it has its response. */
async function closedLoop({ job, next, connections, tally, deadline }: Run): Promise<void> {
  const end = performance.now() + job.seconds * 1000
  const loops = connections.map(
    (connection) =>
      new Promise<void>((resolve) => {
        const step = () => {
          const request = performance.now() < end ? next() : null
          if (request === null) return resolve()
          const since = performance.now()
          connection.send(request, (outcome) => {
            tally.add(outcome, since, request.kind)
            // Without this check, a server that is down would cause an endless loop.
            if (outcome) step()
            else setTimeout(step, 100)
          })
        }
        step()
      }),
  )
  await Promise.race([Promise.all(loops), deadline])
}

/**
 * Requests become due by the clock, independent of the server. One that finds every connection busy waits for
 * a free one, and its latency counts from the time it was due.
 */
async function openLoop({ job, next, connections, tally, deadline }: Run, rate: number): Promise<void> {
  const scheduled = Math.max(1, Math.floor(job.seconds * rate))
  const arrivals = job.once ? Math.min(scheduled, job.requests.length) : scheduled
  const free = [...connections]
  const overdue: (LoadRequest & { due: number })[] = []
  const started = performance.now()
  const dueAt = (arrival: number) => started + (arrival / rate) * 1000
  let arrived = 0
  let served = 0

  const answered = new Promise<void>((resolve) => {
    const serve = () => {
      for (;;) {
        const request = overdue[served]
        const connection = request && free.pop()
        if (!connection) return
        served += 1
        connection.send(request, (outcome) => {
          tally.add(outcome, request.due, request.kind)
          free.push(connection)
          if (tally.outcomes === arrivals) resolve()
          else serve()
        })
      }
    }
    const tick = () => {
      const now = performance.now()
      for (; arrived < arrivals && dueAt(arrived) <= now; arrived += 1) {
        const request = next()
        if (request) overdue.push({ ...request, due: dueAt(arrived) })
      }
      serve()
      if (arrived < arrivals) setTimeout(tick, Math.max(0, dueAt(arrived) - performance.now()))
    }
    tick()
  })
  await Promise.race([answered, deadline])
}
