import { fileURLToPath } from 'node:url'
import { register, signIn } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import { createWorld, type World } from '../support/chaos-world.ts'
import { isWhole } from '../support/compare.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { seenBy } from '../support/seen.ts'

const preload = fileURLToPath(new URL('../support/shift-clock.mjs', import.meta.url))
const day = 86_400

/** The server's clock jumps while the database's stays: a day ahead, a day back, and right again. */
export const clockMoved: Fault = {
  name: 'clock',
  title: 'The server’s clock moved by a day, forward and back; the database’s stays',
  async run(report) {
    const { expect, failures } = expectations()
    const shifts = [0, day, -day]
    const world = await createWorld({ CHAOS_CLOCK: shifts.join(',') }, { nodeArgs: ['--import', preload] })
    try {
      const { oja } = world
      const measured: string[] = []
      const traffic = await world.traffic({ workers: 3 })
      for (const shift of [day, -day, 0]) {
        const before = oja.output().length
        process.kill(oja.pid(), 'SIGUSR2')
        await until('the clock to move', () => oja.output().slice(before).includes('is moved'))
        const wrong = await checkTimes(world)
        report(`moved by ${shift} s: ${wrong.length === 0 ? 'all as before' : wrong.join('; ')}`)
        for (const what of wrong) expect(false, `moved by ${shift} s: ${what}`)
        const { size } = world.ledger.listings
        await until('more listings', () => world.ledger.listings.size > size + 1)
        measured.push(
          `${shift / day > 0 ? '+' : ''}${shift / day} day: sessions, codes, sign-in, pages, limits as before`,
        )
      }
      await traffic.stop()
      const comparison = await world.compare()
      const faced = seenBy(traffic.seen)
      expect(isWhole(comparison), 'the ledger does not agree')
      expect(
        traffic.seen.every(({ status }) => status < 429),
        'somebody was refused',
      )
      return { sees: faced.sentences.join(' or '), measured, comparison, failures }
    } finally {
      await world.end()
    }
  },
}

/** Checks everything that depends on the clock; returns the faults. */
async function checkTimes({ oja, seller, databaseUrl }: World): Promise<string[]> {
  const wrong: string[] = []
  const check = (isSo: boolean, otherwise: string) => {
    if (!isSo) wrong.push(otherwise)
  }
  const me = await seller.send('GET', '/api/auth/me')
  check(me.status === 200, `the session is over (${me.status})`)
  // A code is sent, arrives, and works.
  const fresh = await register(oja.url, oja.dataDir, 'ngozi').catch((error: Error) => error)
  check(!(fresh instanceof Error), `a code does not work: ${(fresh as Error).message}`)
  const signedIn = await signIn(oja.url, seller.email).catch((error: Error) => error)
  check(!(signedIn instanceof Error), `signing in does not work: ${(signedIn as Error).message}`)
  // Both have the right lifetime, by the clock that ends them.
  const [longest] = await ask<{ days: number }>(
    databaseUrl(),
    `select extract(epoch from max(expires_at) - now()) / 86400 as days from sessions`,
  )
  check(
    Number(longest?.days) < 30.1 && Number(longest?.days) > 0.1,
    `a session lives for ${longest?.days} days`,
  )
  const [next] =
    /<([^>]+)>; rel="next"/
      .exec((await seller.send('GET', '/api/listings?limit=2')).headers.get('link') ?? '')
      ?.slice(1) ?? []
  if (next) {
    const path = new URL(next, oja.url)
    const page = await seller.send('GET', `${path.pathname}${path.search}`)
    check(page.status === 200, `the next page of a search answers ${page.status}`)
  }
  return wrong
}
