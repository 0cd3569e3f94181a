import { readFile } from 'node:fs/promises'
import { hashPassword } from '#server/core/session/password.ts'
import type { PhotoStorage } from '#server/core/storage.ts'
import type { Db } from '#server/db/pool.ts'
import { storePhoto } from '#server/features/uploads/uploads.service.ts'
import { root } from '#server/lib/root.ts'
import type { Photo } from '#shared/contract/common.ts'
import {
  insertDayViews,
  insertListings,
  insertReviews,
  insertUsers,
  isEmpty,
  lockAgainstOthers,
} from './demo.db.ts'
import { insertActs, insertReports } from './demo-moderation.db.ts'
import { generateDemo } from './generate.ts'
import type { DemoMarketplace } from './marketplace.ts'
import { admin, demoAccounts } from './people.ts'
import { photosFolder } from './photo-album.ts'
import { at } from './random.ts'
import {
  insertFavorites,
  insertFollows,
  insertNotifications,
  insertQuestions,
  insertThreads,
} from './talk.db.ts'

const SEED = 20_260
const avatarsFolder = new URL('demo/avatars/', root)

interface Seeding {
  db: Db
  storage: PhotoStorage
  now: Date
  /** For every account, instead of the published password. */
  password?: string
  /** Replaces the usual demo marketplace. */
  demo?: DemoMarketplace
  /** Called before each picture with the completed share, 0 to 1; an error ends the seeding. */
  onProgress?: (share: number) => void
}

/**
 * Fills an empty marketplace with demo people, listings and pictures; returns false and does nothing if any
 * account exists. The database part is atomic; pictures of an interrupted seeding are deleted later as
 * orphans.
 */
export async function seedDemo({ db, storage, now, onProgress, ...given }: Seeding): Promise<boolean> {
  if (!(await isEmpty(db))) return false
  const demo = given.demo ?? generateDemo({ seed: SEED, now })
  const photos = await storePictures({ db, storage }, demo, onProgress ?? (() => {}))
  const passwordHash = await hashPassword(given.password ?? demoAccounts.password)
  return db.transaction().execute(async (tx) => {
    await lockAgainstOthers(tx)
    if (!(await isEmpty(tx))) return false
    const users = await insertUsers(tx, demo.users, passwordHash, photos)
    const userId = (username: string) => known(users, username)
    const photo = (picture: string) => known(photos, picture)
    const listingIds = await insertListings(tx, demo.listings, userId, photo)
    await insertDayViews(tx, now)
    await insertReviews(tx, demo.reviews, userId)
    const listing = (index: number) => ({
      id: at(listingIds, index),
      sellerId: userId(at(demo.listings, index).seller),
    })
    const names = { userId, listing, photo }
    await insertFavorites(tx, demo.favorites, names)
    await insertFollows(tx, demo.follows, names)
    await insertQuestions(tx, demo.questions, names)
    await insertThreads(tx, demo.threads, names, now)
    await insertNotifications(tx, now)
    const reportIds = await insertReports(tx, demo.reports, names)
    await insertActs(tx, demo.acts, names, reportIds, userId(admin.username))
    return true
  })
}

/** Stores every photo, by its name, and the avatars, by username. */
async function storePictures(
  stores: { db: Db; storage: PhotoStorage },
  demo: DemoMarketplace,
  onProgress: (share: number) => void,
): Promise<Map<string, Photo>> {
  const photoNames = new Set(demo.listings.flatMap((listing) => listing.photos))
  const works = [
    ...[...photoNames].map((name) => ({ name, file: new URL(`${name}.webp`, photosFolder) })),
    ...demo.users
      .filter(({ face }) => face)
      .map(({ username: name }) => ({ name, file: new URL(`${name}.webp`, avatarsFolder) })),
  ]
  const photos = new Map<string, Photo>()
  const queue = works.values()
  // Writes one while another is encoded.
  const workers = Array.from({ length: 3 }, async () => {
    for (const { name, file } of queue) {
      onProgress(photos.size / works.length)
      photos.set(name, await storePhoto(stores, () => readFile(file), null, { avifEffort: 0 }))
    }
  })
  const ended = await Promise.allSettled(workers)
  const failed = ended.find((worker) => worker.status === 'rejected')
  if (failed) throw failed.reason
  return photos
}

function known<T>(map: ReadonlyMap<string, T>, name: string): T {
  const value = map.get(name)
  if (value === undefined) throw new Error(`The demo marketplace names ${name}, which it does not have.`)
  return value
}
