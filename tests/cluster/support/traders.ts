import { setTimeout as sleep } from 'node:timers/promises'
import { type Comparison, compare, isWhole } from '#tests/chaos/support/compare.ts'
import { createLedger, type Ledger } from '#tests/chaos/support/ledger.ts'
import { startTraffic, type Traffic } from '#tests/chaos/support/traffic.ts'
import { type Person, register } from '#tests/support/person.ts'
import { until } from '#tests/support/until.ts'
import type { Cluster } from '../hosts/all-hosts.ts'
import { publicUrl } from '../hosts/haproxy.ts'
import { primaryUrl } from '../hosts/patroni.ts'

/** A seller and a buyer at the load balancer, and a ledger of the responses. */
export interface Market {
  seller: Person
  buyer: Person
  /** Of the latest traffic. */
  readonly ledger: Ledger
  /** The folder of the sent mails. */
  mailFolder: string
  /** Starts to write; resolves when listings, messages and photos succeed. */
  traffic(): Promise<Traffic>
  /** Compares this traffic's acknowledged writes with the stored data. */
  compare(): Promise<Comparison>
  /** The same for all traffic since the cluster came up. */
  compareAll(): Promise<Comparison>
}

export async function createMarket(cluster: Cluster): Promise<Market> {
  const mailFolder = cluster.hosts.mail.folder
  const seller = await register(publicUrl, mailFolder, 'seller')
  const buyer = await register(publicUrl, mailFolder, 'buyer')
  const all = createLedger()
  let ledger = createLedger()
  const compareWith = (at: Ledger) =>
    compare(at, { url: publicUrl, dataDir: mailFolder, databaseUrl: primaryUrl(cluster), seller, buyer })

  /** Reads may come from replicas, which lag a moment; a lost write stays missing. */
  async function settled(at: Ledger): Promise<Comparison> {
    for (let attempts = 0; ; attempts += 1) {
      const comparison = await compareWith(at).catch(notComparable)
      if (isWhole(comparison) || attempts === 2) return comparison
      await sleep(3000)
    }
  }

  return {
    seller,
    buyer,
    get ledger() {
      return ledger
    },
    mailFolder,
    async traffic() {
      add(ledger, all)
      ledger = createLedger()
      // A person has one review by each other person, which every traffic changes.
      ledger.reviews = all.reviews
      const traffic = startTraffic({ url: publicUrl, ledger, seller, buyer })
      const done = (what: string) =>
        traffic.seen.filter((one) => one.what === what && one.status === 201).length
      const isUnderWay = () => done('listing') > 2 && done('message') > 2 && ledger.favorites.size > 0
      await until('listings, messages and favourites', isUnderWay, 60_000)
      return traffic
    },
    compare: () => settled(ledger),
    async compareAll() {
      add(ledger, all)
      return settled(all)
    },
  }
}

/** Merges one ledger into another. */
function add(from: Ledger, to: Ledger): void {
  for (const [id, entry] of from.listings) to.listings.set(id, entry)
  for (const [id, entry] of from.messages) to.messages.set(id, entry)
  for (const [key, entry] of from.favorites) to.favorites.set(key, entry)
  for (const [key, entry] of from.questions) to.questions.set(key, entry)
  for (const [key, entry] of from.reviews) to.reviews.set(key, entry)
  for (const path of from.photos) to.photos.add(path)
  for (const email of from.registrations) to.registrations.add(email)
}

/** A person could not read their own data. */
function notComparable(error: Error): Comparison {
  return {
    writes: 0,
    lost: [`something that had to be compared: ${error.stack}`],
    doubled: [],
    halfDone: [],
    leftForSweep: 0,
  }
}
