import { Connection, written } from './connection.ts'
import type { LoadJob, LoadResult } from './job.ts'
import { Tally } from './tally.ts'

/** Milliseconds that answers are waited for after the last request was due. */
const patience = 10_000

/** A request as it goes over the wire. */
interface Wired {
  text: string
  kind: string | undefined
}

interface Run {
  job: LoadJob
  /** The next request; null where each was sent once and that was asked for. */
  next(): Wired | null
  connections: Connection[]
  tally: Tally
  /** Resolves when answers are waited for no longer. */
  deadline: Promise<void>
}

/** Carries out a job in this process. */
export async function runJob(job: LoadJob): Promise<LoadResult> {
  const wired = job.requests.map((request) => ({ text: written(request, job.origin), kind: request.kind }))
  if (wired.length === 0) throw new Error('A load without requests.')
  const fingerprint = job.fingerprint ?? false
  let sent = 0
  let timer: NodeJS.Timeout | undefined
  const run: Run = {
    job,
    next: () => (job.once && sent >= wired.length ? null : (wired[sent++ % wired.length] ?? null)),
    connections: Array.from({ length: job.connections ?? 16 }, () => new Connection(job.origin, fingerprint)),
    tally: new Tally(),
    deadline: new Promise((resolve) => {
      timer = setTimeout(resolve, job.seconds * 1000 + patience)
    }),
  }
  await (job.rate === undefined ? closedLoop(run) : openLoop(run, job.rate))
  clearTimeout(timer)
  const unanswered = sent - run.tally.outcomes
  if (unanswered > 0) run.tally.fail('unanswered', unanswered)
  for (const connection of run.connections) connection.close()
  return run.tally.result(fingerprint)
}

/** Each connection sends as soon as it has its answer. */
async function closedLoop({ job, next, connections, tally, deadline }: Run): Promise<void> {
  const end = performance.now() + job.seconds * 1000
  const loops = connections.map(
    (connection) =>
      new Promise<void>((resolve) => {
        const step = () => {
          const request = performance.now() < end ? next() : null
          if (request === null) return resolve()
          const since = performance.now()
          connection.send(request.text, (outcome) => {
            tally.add(outcome, since, request.kind)
            // A server that is gone must not become a loop without an end.
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
 * Requests become due by the clock, whatever the server does: one that finds every connection busy waits for the first
 * that is free, and its time counts from the moment it was due.
 */
async function openLoop({ job, next, connections, tally, deadline }: Run, rate: number): Promise<void> {
  const scheduled = Math.max(1, Math.floor(job.seconds * rate))
  const arrivals = job.once ? Math.min(scheduled, job.requests.length) : scheduled
  const free = [...connections]
  const waiting: (Wired & { due: number })[] = []
  const started = performance.now()
  const dueAt = (arrival: number) => started + (arrival / rate) * 1000
  let arrived = 0
  let served = 0

  const answered = new Promise<void>((resolve) => {
    const serve = () => {
      for (;;) {
        const request = waiting[served]
        const connection = request && free.pop()
        if (!connection) return
        served += 1
        connection.send(request.text, (outcome) => {
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
        if (request) waiting.push({ ...request, due: dueAt(arrived) })
      }
      serve()
      if (arrived < arrivals) setTimeout(tick, Math.max(0, dueAt(arrived) - performance.now()))
    }
    tick()
  })
  await Promise.race([answered, deadline])
}
