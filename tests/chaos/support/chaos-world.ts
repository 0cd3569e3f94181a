import { createOja, type Oja } from '#tests/support/oja-process.ts'
import { type Person, register, request } from '#tests/support/person.ts'
import { embeddedUrl } from '#tests/support/postgres.ts'
import { startPushReceiver } from '#tests/support/push-receiver.ts'
import { until } from '#tests/support/until.ts'
import { type Comparison, compare } from './compare.ts'
import { subscribeBuyer } from './compare-notifications.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { type Pace, startTraffic, type Traffic } from './traffic.ts'

/** A running Oja with its own PostgreSQL, a seller, a buyer, and a ledger of the responses. */
export interface World {
  oja: Oja
  seller: Person
  buyer: Person
  ledger: Ledger
  /** Starts to write; resolves when listings, messages and photos exist. */
  traffic(options?: Pace & { url?: string }): Promise<Traffic>
  databaseUrl(): string
  compare(): Promise<Comparison>
  end(): Promise<void>
}

export async function createWorld(
  ...[settings = {}, ...options]: Parameters<typeof createOja>
): Promise<World> {
  // TEST_HOOKS: pushes may go to a receiver on this machine.
  const oja = await createOja({ TEST_HOOKS: '1', ...settings }, ...options)
  await oja.start()
  const { url, dataDir } = oja
  const databaseUrl = () => settings.DATABASE_URL ?? embeddedUrl(dataDir)
  const seller = await register(url, dataDir, 'seller')
  const buyer = await register(url, dataDir, 'buyer')
  const ledger = createLedger()
  const receiver = await startPushReceiver()
  const subscriptions = await subscribeBuyer(buyer, seller, receiver)
  return {
    oja,
    seller,
    buyer,
    ledger,
    async traffic({ url: at = url, ...pace } = {}) {
      const people = { seller: moved(seller, at), buyer: moved(buyer, at) }
      const traffic = startTraffic({ url: at, ledger, ...people }, pace)
      const done = (what: string) =>
        traffic.seen.filter((one) => one.what === what && one.status === 201).length
      await until(
        'listings, messages and favourites',
        () => done('listing') > 2 && done('message') > 2 && ledger.favorites.size > 0,
        60_000,
      )
      return traffic
    },
    databaseUrl,
    compare: () =>
      compare(ledger, { url, dataDir, databaseUrl: databaseUrl(), seller, buyer, subscriptions }),
    async end() {
      await oja.remove()
      await receiver.close()
    },
  }
}

/** The same person with the same session on another server. */
function moved(person: Person, url: string): Person {
  return {
    ...person,
    send: (method, path, body, key) => request(`${url}${path}`, method, body, person.cookie, { key }),
  }
}
