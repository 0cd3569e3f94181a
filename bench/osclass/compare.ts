/**
 * `node bench/osclass/compare.ts --site http://127.0.0.1:8088 [--site …] [--scale 100k] [--rounds 5]` asks Oja, with its page cache off and two
 * processes, and installations of Osclass that have the same listings (`export.ts`) for the same pages in turns. Prints the processor time of a
 * page, server and database (PHP-FPM and MariaDB on this machine; the time of a web server in front is not counted), requests a second and kilobytes.
 */
import { fail, positive, readOptions } from '#tests/support/command-line.ts'
import { compareTrees } from '../compare-trees.ts'
import type { Load } from '../load/load-process.ts'
import { median } from '../report/statistics.ts'
import { markdownRow } from '../report/table.ts'
import { listAddress, page } from '../requests/addresses.ts'
import { databaseClock, processTime } from '../servers/processor-clocks.ts'
import { coldAddresses, withoutCache } from '../workloads/page-budgets.ts'

const values = readOptions({
  scale: { type: 'string', default: '100k' },
  rounds: { type: 'string', default: '5' },
  site: { type: 'string', multiple: true, default: [] },
})
const rounds = positive('--rounds', values.rounds)
if (values.site.length === 0) fail('Name an installed Osclass: --site http://127.0.0.1:8088')
/** Pages a round; some of Osclass take a tenth of a second. */
const pages = { oja: 300, osclass: 60 }
/** Until V8 has optimised the code of each page in both processes. */
const warmUp = 3000

interface Site {
  name: string
  origin: string
  pages: number
  /** The address of Oja's page there. */
  translate(address: string): string
  /** Milliseconds of processor time of its server and of its database so far. */
  clocks: (() => number)[]
}

interface Figures {
  server: number[]
  database: number[]
  perSecond: number[]
  kilobytes: number[]
}

/** One round of pages that nobody asked for before. Throws if a twentieth fails; Osclass answers 404 to a search that finds nothing. */
async function measure(load: Load, site: Site, addresses: string[], into: Figures): Promise<void> {
  const requests = addresses.slice(0, site.pages).map((address) => page(site.translate(address)))
  const before = site.clocks.map((clock) => clock())
  const { answers, bytes, seconds, errors } = await load.closedLoop({
    origin: site.origin,
    requests,
    seconds: 120,
    once: true,
  })
  const failed = Object.values(errors).reduce((sum, count) => sum + count, 0)
  if (failed > requests.length / 20) throw new Error(`${site.name}: ${JSON.stringify(errors)}`)
  const [server = Number.NaN, database = Number.NaN] = site.clocks.map(
    (clock, index) => (clock() - (before[index] ?? Number.NaN)) / requests.length,
  )
  into.server.push(server)
  into.database.push(database)
  into.perSecond.push(answers / seconds)
  into.kilobytes.push(bytes / answers / 1000)
}

/** The same question to Osclass without readable addresses, its default. `states`: in the order of the ids that `export.ts` gave them. */
function osclassAddress(address: string, states: string[]): string {
  const { pathname, searchParams } = new URL(address, 'http://oja.example.com')
  const [, , id] = pathname.split('/')
  if (id) return listAddress('/index.php', { page: 'item', id })
  if (pathname === '/') return address
  const query = Object.entries({
    page: 'search',
    sCategory: searchParams.get('category'),
    sRegion: searchParams.has('state') ? String(states.indexOf(searchParams.get('state') ?? '') + 1) : null,
    sPattern: searchParams.get('search'),
    visit: searchParams.get('visit'),
  }).filter((parameter): parameter is [string, string] => parameter[1] !== null)
  return listAddress('/index.php', Object.fromEntries(query))
}

await compareTrees(values.scale, async ({ db, load, random, facts, start }) => {
  random.begin(1000, 1)
  const postgresql = await databaseClock(db)
  if (!postgresql) throw new Error('The processor time of PostgreSQL cannot be read here.')
  const open = await db.selectFrom('listings').select('id').where('status', '=', 'ACTIVE').execute()
  const ids = new Set(open.map(({ id }) => id))
  const places = await db.selectFrom('listings').select('state').distinct().orderBy('state').execute()
  const states = places.map(({ state }) => state)
  // Osclass has the public listings only, and no such page of a seller.
  const samples = facts.samples.filter(({ id }) => ids.has(id))
  const { profile, ...makers } = await coldAddresses({
    db,
    facts: { ...facts, samples },
    random: random.next,
  })
  const oja = await start(process.cwd(), { ...withoutCache, WEB_CONCURRENCY: '2' })
  const sites: Site[] = [
    {
      name: 'Oja',
      origin: oja.origin,
      pages: pages.oja,
      translate: (address) => address,
      clocks: [() => processTime(({ pid, parent }) => pid === oja.pid || parent === oja.pid), postgresql],
    },
    ...values.site.map((origin) => ({
      name: `Osclass ${origin}`,
      origin,
      pages: pages.osclass,
      translate: (address: string) => osclassAddress(address, states),
      clocks: [
        () => processTime(({ name }) => name.startsWith('php-fpm')),
        () => processTime(({ name }) => name === 'mariadbd'),
      ],
    })),
  ]
  const none = (): Figures => ({ server: [], database: [], perSecond: [], kilobytes: [] })
  for (const make of Object.values(makers))
    for (const site of sites)
      await measure(
        load,
        { ...site, pages: site === sites[0] ? warmUp : 30 },
        Array.from({ length: warmUp }, make),
        none(),
      )

  console.log(markdownRow(['page', 'site', 'ms', 'server', 'database', 'requests/s', 'KB', 'times Oja']))
  console.log(markdownRow(Array.from({ length: 8 }, () => '---')))
  for (const [name, make] of Object.entries(makers)) {
    const figures = sites.map(none)
    for (let round = 0; round < rounds; round += 1) {
      const addresses = Array.from({ length: pages.oja }, make)
      for (const [index, site] of sites.entries())
        await measure(load, site, addresses, figures[index] ?? none())
    }
    const [first = none()] = figures
    const both = ({ server, database }: Figures) =>
      server.map((ms, round) => ms + (database[round] ?? Number.NaN))
    for (const [index, each] of figures.entries()) {
      const times = both(each).map((ms, round) => ms / (both(first)[round] ?? Number.NaN))
      const cells = [both(each), each.server, each.database, each.perSecond, each.kilobytes, times]
      console.log(
        markdownRow([name, sites[index]?.name ?? '', ...cells.map((cell) => median(cell).toPrecision(3))]),
      )
    }
  }
})
