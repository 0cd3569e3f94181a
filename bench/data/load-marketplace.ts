import pg from 'pg'
import { migrate } from '#server/db/migrate.ts'
import { openPool } from '#server/db/pool.ts'
import {
  blockColumns,
  blockRows,
  favoriteColumns,
  favoriteRows,
  questionColumns,
  questionRows,
  reportColumns,
  reportRows,
} from './activity.ts'
import { checkSample } from './check-sample.ts'
import { copyRows, startCopy } from './copy.ts'
import { buildIndexes, dropIndexes, followSequences, type Index } from './indexes.ts'
import { createListingMaker, documentColumns, listingColumns, searchColumns } from './listing-rows.ts'
import { createMarket, type Market } from './market-model.ts'
import { reviewColumns, reviewRows } from './reviews.ts'
import { messageColumns, threadColumns, writeTalk } from './talk.ts'
import { sessionColumns, sessionRows, userColumns, userRows } from './user-rows.ts'

/**
 * Loads a market of `listings` listings into an empty database as a superuser: foreign keys and triggers are
 * disabled, the rows contain their effects. Streams the rows. `log` gets a line for each step.
 */
export async function loadMarketplace(
  connectionString: string,
  listings: number,
  log: (line: string) => void,
): Promise<void> {
  const started = performance.now()
  const report = (text: string) =>
    log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${text}`)
  await migrateEmpty(connectionString)
  const clients = [
    await connect(connectionString),
    await connect(connectionString),
    await connect(connectionString),
  ]
  const [first, second, third] = clients as [pg.Client, pg.Client, pg.Client]
  try {
    const market = createMarket(listings)
    const indexes = await dropIndexes(first)
    await copyRows(first, userColumns, userRows(market))
    await copyRows(first, sessionColumns, sessionRows(market))
    report(`${market.users} users`)
    await copyListings(clients, market)
    report(`${listings} listings and their search rows`)
    const ofActivity = indexes.filter(({ table }) => !/^(listing|search|user|session)/.test(table))
    // The words' index takes as long as all others together, so it is first.
    const queue = indexes
      .filter((index) => !ofActivity.includes(index))
      .sort((a, b) => Number(isOfWords(b)) - Number(isOfWords(a)))
    await Promise.all([
      buildIndexes(second, queue, report),
      copyActivity(first, third, market, report).then(async () => {
        await buildIndexes(first, ofActivity, report)
        await buildIndexes(first, queue, report)
      }),
    ])
    await followSequences(first)
    report('indexes')
    await first.query('vacuum analyze')
    report('vacuum analyze')
    const checked = await checkSample(first, 500)
    report(`${checked} search rows compared with listing_search_source: all the same`)
  } finally {
    for (const client of clients) await client.end()
  }
}

function isOfWords({ definition }: Index): boolean {
  return definition.includes('USING gin')
}

async function migrateEmpty(connectionString: string): Promise<void> {
  const pool = openPool(connectionString, { max: 1, withoutTimeouts: true })
  try {
    await migrate(pool.db)
    const { rowCount } = await pool.pg.query('select from users limit 1')
    if (rowCount) throw new Error('This database has users already: give an empty one.')
  } finally {
    await pool.close()
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('set session_replication_role = replica')
  await client.query('set synchronous_commit = off')
  await client.query(`set maintenance_work_mem = '1GB'`)
  return client
}

/** Three tables in parallel, since all three rows come from the same words. */
async function copyListings(clients: pg.Client[], market: Market): Promise<void> {
  const [first, second, third] = clients as [pg.Client, pg.Client, pg.Client]
  const maker = createListingMaker(market)
  const rows = startCopy(first, listingColumns)
  const searchRows = startCopy(second, searchColumns)
  const documents = startCopy(third, documentColumns)
  for (let id = 1; id <= market.listings; id += 1) {
    const { row, search } = maker.make(id)
    const behind = rows.write(row)
    if (behind) await behind
    if (!search) continue
    const searchBehind = searchRows.write(search.row)
    if (searchBehind) await searchBehind
    const documentsBehind = documents.write(search.document)
    if (documentsBehind) await documentsBehind
  }
  await Promise.all([rows.end(), searchRows.end(), documents.end()])
  await copyRows(second, 'search_vocabulary (word)', maker.learned())
  await copyRows(second, 'search_words (word)', maker.words())
}

/** People's activity on the listings. */
async function copyActivity(
  first: pg.Client,
  second: pg.Client,
  market: Market,
  report: (text: string) => void,
): Promise<void> {
  const favorites = await copyRows(first, favoriteColumns, favoriteRows(market))
  const questions = await copyRows(first, questionColumns, questionRows(market))
  const reviews = await copyRows(first, reviewColumns, reviewRows(market))
  await copyRows(first, reportColumns, reportRows(market))
  await copyRows(first, blockColumns, blockRows(market))
  report(`${favorites} favourites, ${questions} questions, ${reviews} reviews`)
  const threads = startCopy(first, threadColumns)
  const messages = startCopy(second, messageColumns)
  const written = await writeTalk(market, { thread: threads.write, message: messages.write })
  await Promise.all([threads.end(), messages.end()])
  report(`${written.threads} threads, ${written.messages} messages`)
}
