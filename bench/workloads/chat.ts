import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OjaServer } from '../servers/oja-server.ts'
import { machineClock } from '../servers/processor-clocks.ts'
import { makeChatters } from '../sockets/chatters.ts'
import type { TalkResult } from '../sockets/crowd-job.ts'
import { type Crowd, openCrowd } from '../sockets/open-crowd.ts'
import { atMost, holds } from './verdict.ts'
import type { Row, Workload } from './workload.ts'

const targetSockets = 5000
const opensPerSecond = 250
const messagesPerSecond = 200
const seconds = 20
/** Files that a process opens in addition to its sockets. */
const otherFiles = 400

/** A server with thousands of open tabs, whose users write to each other. */
export const chat: Workload = {
  name: 'chat',
  bar: 'chat: 5,000 sockets on one process, 200 messages a second: delivered p99 at most 100 ms, none lost',
  async run(context) {
    const sockets = Math.min(targetSockets, Math.floor((maxOpenFiles() - otherFiles) / 2) * 2)
    const [listing] = context.facts.samples
    const chatters = await makeChatters(context.db, sockets, listing?.id ?? 1)
    const server = await context.startServer()
    let crowd: Crowd | undefined
    try {
      await sleep(1000)
      const memory = [await memoryOf(server)]
      crowd = await openCrowd([server.origin], chatters.cookies, opensPerSecond)
      context.log(`${crowd.opening.opened} sockets are open`)
      memory.push(await memoryOf(server))
      // Warms up: compiles code and fills caches.
      await crowd.talk(chatters.talks, messagesPerSecond / 2, 5)
      const before = { server: await server.usage(), crowd: await crowd.usage() }
      const clocks = { machine: machineClock(), database: context.databaseClock?.() ?? 0 }
      const began = performance.now()
      const talk = await crowd.talk(chatters.talks, messagesPerSecond, seconds)
      const elapsed = performance.now() - began
      const after = { server: await server.usage(), crowd: await crowd.usage() }
      const database = (context.databaseClock?.() ?? 0) - clocks.database
      const ours = after.server.cpu - before.server.cpu + after.crowd.cpu - before.crowd.cpu + database
      memory.push(await memoryOf(server))
      await crowd.close()
      await sleep(2000)
      memory.push(await memoryOf(server))
      const [idle, open] = memory as [Memory, Memory]
      return [
        {
          name: `${sockets.toLocaleString('en')} sockets`,
          figures: {
            rate: messagesPerSecond,
            p50: talk.delivery.p50,
            p99: talk.delivery.p99,
            cpu: (after.server.cpu - before.server.cpu) / talk.due,
            ...(context.databaseClock ? { databaseCpu: database / talk.due } : {}),
            memory: { before: idle.rss / 1e6, after: open.rss / 1e6 },
            disturbance: Math.max(
              0,
              (machineClock() - clocks.machine - ours) / (elapsed * availableParallelism()),
            ),
            errors: lostOf(talk) + sockets - crowd.opening.opened,
          },
          verdicts: [
            holds(
              '5,000 sockets',
              crowd.opening.opened === targetSockets,
              `${crowd.opening.opened} were opened`,
            ),
            atMost('delivered p99', talk.delivery.p99, 100, 'ms'),
            holds('none lost, none twice', lostOf(talk) === 0, accountOf(talk)),
          ],
          note: noteOf(crowd, talk, memory, sockets),
        } satisfies Row,
      ]
    } finally {
      await crowd?.stop()
      await server.stop()
      await chatters.leave()
    }
  },
}

interface Memory {
  rss: number
  heap: number
}

/** Bytes. */
async function memoryOf(server: OjaServer): Promise<Memory> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text()
  const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1])
  return { rss: (await server.usage()).rss, heap }
}

/** The limit of open files per process: Node raises it to the hard limit by itself. */
function maxOpenFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: string } } }
  const limit = Number(userLimits?.open_files?.soft)
  return Number.isFinite(limit) ? limit : Number.POSITIVE_INFINITY
}

/** Messages that were not received once by both parties, and those that others received. */
function lostOf({ due, delivered, echoed, misdelivered, failures }: TalkResult): number {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return Math.max(due - delivered, due - echoed, failed) + misdelivered
}

function accountOf({ due, accepted, delivered, echoed, duplicated, failures }: TalkResult): string {
  const failed = Object.keys(failures).length > 0 ? `, ${JSON.stringify(failures)}` : ''
  return `${due} due, ${accepted} accepted, ${delivered} delivered, ${echoed} back to the sender, ${duplicated} twice${failed}`
}

function noteOf(
  { opening }: Crowd,
  { answer, ownDelay, ownCpu }: TalkResult,
  memory: Memory[],
  sockets: number,
): string {
  const [idle, open, after, closed] = memory as [Memory, Memory, Memory, Memory]
  const each = (key: keyof Memory) => ((open[key] - idle[key]) / sockets / 1000).toFixed(1)
  const megabytes = ({ rss, heap }: Memory) => `${Math.round(rss / 1e6)} (${Math.round(heap / 1e6)})`
  return [
    `a socket takes ${each('rss')} KB (heap ${each('heap')} KB)`,
    `MB resident (heap): idle ${megabytes(idle)}, open ${megabytes(open)}, after the messages ${megabytes(after)}, closed ${megabytes(closed)}`,
    `opening p99 ${Math.round(opening.p99)} ms`,
    `answered p99 ${Math.round(answer.p99)} ms`,
    `the clients' process itself was late by at most ${Math.round(ownDelay)} ms, at ${Math.round(ownCpu * 100)} % of a core`,
  ].join('; ')
}
