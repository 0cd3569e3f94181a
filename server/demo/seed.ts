import { hashPassword } from '#server/core/session/password.ts'
import type { PhotoStorage } from '#server/core/storage.ts'
import type { Db } from '#server/db/pool.ts'
import { storePhoto } from '#server/features/uploads/uploads.service.ts'
import type { Photo } from '#shared/contract/common.ts'
import { drawAvatar } from './avatar.ts'
import { insertListings, insertReviews, insertUsers, isEmpty, lockAgainstOthers } from './demo.db.ts'
import { generateDemo } from './generate.ts'
import type { DemoMarketplace } from './marketplace.ts'
import { insertActs, insertReports } from './moderation.db.ts'
import { ada, admin } from './people.ts'
import { drawPicture } from './pictures/studio.ts'
import { at } from './random.ts'
import { insertFavorites, insertQuestions, insertThreads } from './talk.db.ts'

/** Who can sign in to the demo marketplace, to be told at its first start. */
export const demoAccounts = {
  password: 'oja-demo-2026',
  seller: ada.email,
  administrator: admin.email,
} as const

const SEED = 20_260

interface Seeding {
  db: Db
  storage: PhotoStorage
  now: Date
  /** Of every account, instead of the one that everybody can read here. */
  password?: string
  /** Another marketplace than the usual one. */
  demo?: DemoMarketplace
  /** Called before each picture with the share that is done, 0 to 1; what it throws ends the seeding. */
  onProgress?: (share: number) => void
}

/**
 * Fills an empty marketplace with demo people, listings and pictures; answers false, and does nothing, where anybody
 * has registered. In the database it is all or nothing; pictures of a seeding that was cut short are swept in time.
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
    await insertReviews(tx, demo.reviews, userId)
    const listing = (index: number) => ({
      id: at(listingIds, index),
      sellerId: userId(at(demo.listings, index).seller),
    })
    const names = { userId, listing, photo }
    await insertFavorites(tx, demo.favorites, names)
    await insertQuestions(tx, demo.questions, names)
    await insertThreads(tx, demo.threads, names, now)
    const reportIds = await insertReports(tx, demo.reports, names)
    await insertActs(tx, demo.acts, names, reportIds, userId(admin.username))
    return true
  })
}

/** Draws and keeps every picture; by its name, and the avatars by username. */
async function storePictures(
  keeping: { db: Db; storage: PhotoStorage },
  demo: DemoMarketplace,
  onProgress: (share: number) => void,
): Promise<Map<string, Photo>> {
  const works = [
    ...[...new Set(demo.listings.flatMap((listing) => listing.photos))].map((picture) => ({
      name: picture,
      draw: () => drawPicture(picture),
    })),
    ...demo.users.flatMap(({ username, face }, index) =>
      face ? [{ name: username, draw: () => drawAvatar(face, (index * 47) % 360) }] : [],
    ),
  ]
  const photos = new Map<string, Photo>()
  const waiting = works.values()
  // One is drawn while another is encoded.
  const workers = Array.from({ length: 3 }, async () => {
    for (const { name, draw } of waiting) {
      onProgress(photos.size / works.length)
      photos.set(name, await storePhoto(keeping, await draw(), null, { avifEffort: 0 }))
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
