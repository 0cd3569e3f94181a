import { type Comparison, compare } from './compare.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createOja, type Oja } from './oja.ts'
import { type Person, register, request } from './person.ts'
import { embeddedUrl } from './postgres.ts'
import { startTraffic, type Traffic } from './traffic.ts'
import { until } from './until.ts'

/** A running Oja with its own PostgreSQL, a seller, a buyer, and a ledger of what they were answered. */
export interface World {
  oja: Oja
  seller: Person
  buyer: Person
  ledger: Ledger
  /** Begins to write; resolves when listings, messages and photos are there. */
  traffic(options?: { workers?: number; url?: string }): Promise<Traffic>
  databaseUrl(): string
  compare(): Promise<Comparison>
  end(): Promise<void>
}

export async function createWorld(
  ...[settings = {}, ...options]: Parameters<typeof createOja>
): Promise<World> {
  const oja = await createOja(settings, ...options)
  await oja.start()
  const { url, dataDir } = oja
  const databaseUrl = () => settings.DATABASE_URL ?? embeddedUrl(dataDir)
  const seller = await register(url, dataDir, 'seller')
  const buyer = await register(url, dataDir, 'buyer')
  const ledger = createLedger()
  return {
    oja,
    seller,
    buyer,
    ledger,
    async traffic({ workers, url: at = url } = {}) {
      const people = { seller: moved(seller, at), buyer: moved(buyer, at) }
      const traffic = startTraffic({ url: at, ledger, ...people }, { workers })
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
    compare: () => compare(ledger, { url, dataDir, databaseUrl: databaseUrl(), seller, buyer }),
    end: () => oja.remove(),
  }
}

/** The same person with the same session at another server. */
function moved(person: Person, url: string): Person {
  return {
    ...person,
    send: (method, path, body, key) => request(`${url}${path}`, method, body, person.cookie, { key }),
  }
}
