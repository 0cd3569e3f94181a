import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { LoadRequest } from '../load/job.ts'
import { median } from '../report/statistics.ts'
import { anyBrowseAddress, different, page, pick } from '../requests/addresses.ts'
import type { Person } from '../servers/signed-in-people.ts'
import { type Chatters, makeChatters } from '../sockets/chatters.ts'
import { measured, medians } from './measure.ts'
import { atMost, limitFor } from './verdict.ts'
import type { BenchContext, Figures, Row, Workload } from './workload.ts'

export const sellers = 200
/** Arrivals a second, and the bars in milliseconds, at a million and at ten million listings. */
export const writing = {
  listing: { rate: 10, bars: [30, 60] },
  message: { rate: 40, bars: [20, 20] },
} as const
/** The shortest measurement: of few requests, p99 would be the slowest one. */
const minSeconds = 15
/** Of each kind; medians count, since a single stall of the disk makes the p99 of a round. */
const rounds = 3

/** Publishing and writing while others browse, at half of the server's capacity. */
export const writes: Workload = {
  name: 'writes',
  bar: 'p99 of posting a listing at most 30 ms at 1 M and 60 ms at 10 M, of sending a message 20 ms, while browse runs at half its highest rate',
  async run(context) {
    const { server, load, facts, random } = context
    const people = await context.people(sellers)
    const since = new Date()
    const chatters = await makeChatters(context.db, 2 * sellers, facts.samples[0]?.id ?? 1)
    const withPhotos = await uploadPhotos(context, people)
    try {
      // Each address once: the server caches pages.
      const addresses = different(40_000, () => anyBrowseAddress(facts, random))
      const unread = (count: number) =>
        addresses.splice(0, Math.min(count, addresses.length / 2)).map((path) => page(path))
      const origin = server.origin
      const { requestsPerSecond: highest } = await load.closedLoop({
        origin,
        requests: unread(4000),
        once: true,
        seconds: context.seconds,
      })
      context.log(`browse: at most ${Math.round(highest)} a second`)
      const kinds = writers(context, withPhotos, chatters)
      const rows: Row[] = []
      for (const [name, make] of Object.entries(kinds)) {
        const { rate, bars } = writing[name as keyof typeof writing]
        const seconds = Math.max(minSeconds, context.seconds * 2)
        // Each connection of the pool loads the triggers' code at its first listing.
        const first = Array.from({ length: 100 }, make)
        await load.closedLoop({ origin, requests: first, once: true, seconds: 10 })
        const measuredRounds: Figures[] = []
        const pageP99s: number[] = []
        for (let round = 0; round < rounds; round += 1) {
          const browse = unread(Math.ceil((highest / 2) * (seconds + 1)))
          const browsing = load.openLoop({
            origin,
            requests: browse,
            rate: highest / 2,
            seconds: seconds + 1,
          })
          const requests = Array.from({ length: rate * seconds }, make)
          const { figures } = await measured(context, server, () =>
            load.openLoop({ origin, requests, once: true, rate, seconds }),
          )
          measuredRounds.push(figures)
          pageP99s.push((await browsing).latency.p99)
        }
        const { cpu: _, databaseCpu: __, p99 = Number.NaN, ...rest } = medians(measuredRounds)
        const all = measuredRounds.map((figures) => Math.round(figures.p99 ?? 0)).join(', ')
        rows.push({
          name: `posting a ${name}`,
          figures: { ...rest, p99, rate },
          verdicts: [atMost('p99', p99, limitFor(facts, bars), 'ms')],
          note: `median of ${rounds} rounds with ${all} ms; ${rate * seconds} sent in each; meanwhile ${Math.round(highest / 2)} Browse pages a second, none asked before, p99 ${Math.round(median(pageP99s))} ms; a commit alone takes ${await commitTime(context)} ms`,
        })
      }
      return rows
    } finally {
      await remove(context, people, since)
      await chatters.leave()
    }
  },
}

type Writing = Pick<BenchContext, 'facts' | 'random'>

/** Functions that make the requests of each kind. */
export function writers(
  context: Writing,
  people: Seller[],
  chatters: Chatters,
): Record<keyof typeof writing, () => LoadRequest> {
  const { random } = context
  return {
    listing: () => {
      const seller = pick(people, random)
      return post('/api/listings', seller, draftOf(context, seller.photo))
    },
    message: () => {
      const { threadId, buyer } = pick(chatters.talks, random)
      const cookie = chatters.cookies[buyer] ?? ''
      const body = { body: 'Good morning, is it still available?', clientId: randomUUID() }
      return post(`/api/threads/${threadId}/messages`, { cookie }, body)
    },
  }
}

function post(path: string, { cookie }: Pick<Person, 'cookie'>, body: unknown): LoadRequest {
  return { method: 'POST', path, headers: { cookie }, body }
}

export interface Seller extends Person {
  /** Address of the picture of their listings: of others' it would be a copy. */
  photo: string
}

/** Gives each of these people a picture, with as many hashes as an upload computes. */
export async function uploadPhotos({ db }: Pick<BenchContext, 'db'>, people: Person[]): Promise<Seller[]> {
  const { rows } = await sql<{ uploader: number; url: string }>`
    insert into uploads (id, uploader_id, url, width, height, placeholder, hash, probes, compared_on)
    select id, uploader, '/media/photos/' || id || '/960.webp', 1200, 900, 'WPcNBgAAiHiHh3iIeIiId3eIeA==', probes[1], probes, current_date
    from (
      select uploader, gen_random_uuid() as id,
        array(select hashint8extended(uploader, seed) from generate_series(1, 62) as seed) as probes
      from unnest(${people.map(({ id }) => id)}::int[]) as uploader) as made
    returning uploader_id as uploader, url`.execute(db)
  const photos = new Map(rows.map(({ uploader, url }) => [uploader, url]))
  return people.map((person) => ({ ...person, photo: photos.get(person.id) ?? '' }))
}

/** A listing like an existing one, word for word except for a number. */
function draftOf({ facts, random }: Writing, photo: string) {
  const { title, description, category, price, priceType, condition, state, lga } = pick(
    facts.samples,
    random,
  )
  return {
    title: `${title.slice(0, 70)} ${Math.floor(random() * 10_000)}`,
    description,
    categoryId: category,
    price,
    priceType,
    condition,
    state,
    lga,
    photos: [photo],
  }
}

/** The median of 50 small commits, in milliseconds: the disk's share. */
async function commitTime({ db }: BenchContext): Promise<string> {
  const times: number[] = []
  for (let count = 0; count < 50; count += 1) {
    await db.transaction().execute(async (tx) => {
      await sql`select pg_logical_emit_message(true, 'bench', 'x')`.execute(tx)
      times.push(-performance.now())
    })
    times.push(performance.now() + (times.pop() ?? 0))
  }
  return median(times).toFixed(1)
}

export async function remove({ db }: Pick<BenchContext, 'db'>, people: Person[], since: Date): Promise<void> {
  const ids = people.map(({ id }) => id)
  await sql`delete from listings where seller_id = any(${ids}::int[]) and created_at >= ${since}`.execute(db)
  await sql`delete from uploads where uploader_id = any(${ids}::int[]) and created_at >= ${since}`.execute(db)
}
