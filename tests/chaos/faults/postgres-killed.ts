import { io } from 'socket.io-client'
import { socketPath } from '#shared/socket-path.ts'
import { answers, backendsOf, postmasterOf } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { createWorld } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { expectations, type Fault, type Outcome } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'

/** Milliseconds that the requirement allows between PostgreSQL's return and the first successful write. */
const backWithin = 2000

export const postmasterKilled: Fault = {
  name: 'postgres',
  title: 'PostgreSQL killed -9 under traffic',
  run: (_, rounds) => killed((dataDir) => [postmasterOf(dataDir)], rounds),
}

export const backendKilled: Fault = {
  name: 'backend',
  title: 'One connection’s process of PostgreSQL killed -9 under traffic',
  run: (_, rounds) => killed((dataDir) => backendsOf(dataDir).slice(0, 1), rounds),
}

async function killed(victims: (dataDir: string) => number[], rounds = 3): Promise<Outcome> {
  const { expect, failures } = expectations()
  const world = await createWorld()
  try {
    const { oja, buyer } = world
    const url = world.databaseUrl()
    const socket = io(oja.url, {
      path: socketPath,
      transports: ['websocket'],
      extraHeaders: { cookie: buyer.cookie },
    })
    await until('a socket', () => socket.connected)
    let hangUps = 0
    socket.on('disconnect', () => {
      hangUps += 1
    })
    const traffic = await world.traffic({ workers: 8 })
    const recoveries: number[] = []
    const absences: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const killedAt = performance.now()
      for (const pid of victims(oja.dataDir)) process.kill(pid, 'SIGKILL')
      await until('PostgreSQL to go', async () => !(await answers(url)) || performance.now() - killedAt > 300)
      await until('PostgreSQL to come back', () => answers(url))
      const readyAt = performance.now()
      absences.push(readyAt - killedAt)
      const isWrite = ({ what }: { what: string }) => !['page', 'own page', 'search'].includes(what)
      const first = await until('a write that succeeds', () =>
        traffic.seen.find(
          (one) => one.at > killedAt + 50 && one.status > 0 && one.status < 400 && isWrite(one),
        ),
      )
      recoveries.push(Math.max(0, first.at + first.ms - readyAt))
      await until(
        'more of them',
        () => traffic.seen.filter((one) => one.at > readyAt && isWrite(one)).length > 20,
      )
    }
    await traffic.stop()
    const comparison = await world.compare()
    const faced = seenBy(traffic.seen)
    const pages = traffic.seen.filter(({ what }) => what === 'page')
    expect(oja.isRunning(), `the server ended: ${oja.output().slice(-500)}`)
    expect(hangUps === 0, `the socket was cut ${hangUps} times`)
    expect(isWhole(comparison), 'the ledger does not agree')
    expect(Math.max(...recoveries) < backWithin, `back only after ${Math.round(Math.max(...recoveries))} ms`)
    expect(faced.internal === 0, `${faced.internal} answers were 500: ${faced.example(500)}`)
    expect(faced.none === 0, `${faced.none} requests had no answer`)
    expect(faced.withoutRetryAfter === 0, `${faced.withoutRetryAfter} answers of 503 had no Retry-After`)
    expect(
      pages.every(({ status }) => status === 200),
      'a kept page was not answered',
    )
    socket.disconnect()
    return {
      sees: faced.sentences.join(' or '),
      measured: [
        `PostgreSQL away for ${list(absences)} ms`,
        `first write ${list(recoveries)} ms after its return`,
        `${faced.unavailable} of ${traffic.seen.length} answers were 503`,
        `${pages.length} kept pages answered`,
        `logged ${oja.output().split('\n').length} lines`,
      ],
      comparison,
      failures,
    }
  } finally {
    await world.end()
  }
}

const list = (values: number[]) => values.map((value) => Math.round(value)).join(', ')
