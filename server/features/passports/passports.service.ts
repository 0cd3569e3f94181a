import type { Context } from '#server/context.ts'
import { authorizeOwner } from '#server/core/session/authorize.ts'
import type { Viewer } from '#server/core/session/session.ts'
import type { Db } from '#server/db/pool.ts'
import { inTransaction } from '#server/db/transaction.ts'
import {
  findOwnListing,
  findUndeletedListing,
  findVisibleListing,
} from '#server/features/listings/listings.public.ts'
import {
  holdStolenPhones,
  insertHold,
  lockImei,
  withdrawPhone,
} from '#server/features/moderation/moderation.public.ts'
import { findOwnPhotos, type PhotoOrigins } from '#server/features/uploads/uploads.public.ts'
import { withIsoTimes } from '#server/lib/iso-times.ts'
import type { Passport, PhoneCheck, StolenPhone, StolenPhoneDraft } from '#shared/contract/passports.ts'
import { AppError, invalidField } from '#shared/errors.ts'
import { hashImei, readImei, storedImei } from './imei-secrets.ts'
import {
  compareImei,
  deleteImei,
  deleteTheftReport,
  findImeisOf,
  findPassport,
  findStolenPhonesOf,
  findTheftReportOf,
  findTheftReportsOf,
  insertTheftReport,
  type PassportRow,
  writeImei,
} from './passports.db.ts'

type Services = Pick<Context, 'db' | 'env'>

/** The phone of the viewer's own listing. FORBIDDEN for others (NOT_FOUND if they may not see it), GONE if it was deleted. */
export async function readPassport(db: Db, id: number, viewer: Viewer): Promise<Passport> {
  const listing = await findVisibleListing(db, id, viewer)
  authorizeOwner(listing, listing.sellerId, viewer, 'This is shown to the seller only')
  if (listing.deletedAt) throw new AppError('GONE', 'This listing was deleted.')
  return toPassport(await findPassport(db, id))
}

/**
 * Writes (or, null, removes) the IMEI of the viewer's own listing, and adds it to the review queue if it is reported stolen or in another
 * seller's listing. Throws like `readPassport`, CONFLICT while a moderator hides the listing or looks at a phone reported stolen,
 * VALIDATION_FAILED in another category.
 */
export async function writePassport(
  { db, env }: Services,
  id: number,
  viewer: Viewer,
  digits: string | null,
): Promise<Passport> {
  const imei = digits === null ? null : await storedImei(env, digits, viewer.id)
  return inTransaction(db, async (tx) => {
    if (imei) await lockImei(tx, imei.number_hash)
    const listing = await findOwnListing(tx, id, viewer)
    const stored = await findPassport(tx, id)
    if (imei ? stored?.hash.equals(imei.number_hash) : !stored) return toPassport(stored)
    if (listing.hiddenByModerator)
      throw new AppError(
        'CONFLICT',
        'Our moderators hide this listing. You can change its IMEI when it is back.',
      )
    // A sold listing is not hidden.
    if (stored?.rule === 'STOLEN_PHONE')
      throw new AppError(
        'CONFLICT',
        'Our moderators look at this phone. You can change its IMEI after their decision.',
      )
    await withdrawPhone(tx, id)
    if (!imei) {
      await deleteImei(tx, listing)
      return toPassport(null)
    }
    const known = await writeImei(tx, listing, imei)
    if (!known) throw invalidField('imei', 'Only listings in Phones & Tablets have an IMEI.')
    if (known.isStolen) await holdStolenPhones(tx, [id])
    else if (known.otherId !== null)
      await insertHold(tx, {
        kind: 'PHONE',
        rule: 'SAME_PHONE',
        listingId: id,
        ownerId: viewer.id,
        similarId: known.otherId,
      })
    return toPassport(await findPassport(tx, id))
  })
}

const notices = {
  SAME_PHONE:
    'Another seller’s listing has the same IMEI, so our moderators compare the two. If you mistyped it, correct it here.',
  STOLEN_PHONE:
    'The owner of a phone with this IMEI reported it stolen, and a moderator saw the proof. Our moderators look at your listing; keep your receipt ready.',
}

function toPassport(row: PassportRow | null): Passport {
  return { lastFour: row?.lastFour ?? null, notice: row?.rule ? notices[row.rule] : null }
}

/** Checks an IMEI. Throws NOT_FOUND if the viewer may not see the listing, GONE if it was deleted. */
export async function checkPhone(
  { db, env }: Services,
  id: number,
  viewer: Viewer,
  digits: string,
): Promise<PhoneCheck> {
  await findUndeletedListing(db, id, viewer)
  return compareImei(db, id, await hashImei(env, digits))
}

export async function listOwnReports(db: Db, viewer: Viewer): Promise<StolenPhone[]> {
  return (await findTheftReportsOf(db, viewer.id)).map(withIsoTimes)
}

/**
 * Reports the viewer's phone as stolen; a moderator decides. Reporting the same phone again returns the existing report, unless
 * it was declined: the new one then replaces it. VALIDATION_FAILED unless the viewer uploaded the proof.
 */
export async function reportStolen(
  { db, env }: Services,
  viewer: Viewer,
  { imei: digits, proof, details }: StolenPhoneDraft,
  origins: PhotoOrigins,
): Promise<StolenPhone> {
  const imei = await storedImei(env, digits, viewer.id)
  return inTransaction(db, async (tx) => {
    // Until the transaction ends, the sweep of unused pictures spares it.
    const [photo] = await findOwnPhotos(tx, viewer.id, [proof], origins)
    if (!photo) throw invalidField('proof', 'This photo was not uploaded here. Please upload it again')
    await lockImei(tx, imei.number_hash)
    const earlier = await findTheftReportOf(tx, viewer.id, imei.number_hash)
    if (earlier && earlier.status !== 'DECLINED') return withIsoTimes(earlier)
    if (earlier) await deleteTheftReport(tx, viewer.id, earlier.id)
    const holdId = await insertHold(tx, {
      kind: 'THEFT',
      rule: 'THEFT_REPORT',
      listingId: null,
      ownerId: viewer.id,
      similarId: null,
    })
    await insertTheftReport(tx, holdId, { ...imei, details, proof: photo })
    const written = await findTheftReportOf(tx, viewer.id, imei.number_hash)
    if (!written) throw new Error('The report was not written.')
    return withIsoTimes(written)
  })
}

/** Deletes the viewer's own report. NOT_FOUND if there is none. */
export async function withdrawReport(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!(await deleteTheftReport(db, viewer.id, id)))
    throw new AppError('NOT_FOUND', 'There is no such report of yours.')
}

/** The files with IMEIs of a user's export, in full; null where the server's key changed. */
export function imeiFilesOf({ db, env }: Services, userId: number) {
  const opened = async <T extends { sealed: Buffer }>(rows: T[]) =>
    Promise.all(
      rows.map(async ({ sealed, ...row }) => ({ imei: await readImei(env, sealed, userId), ...row })),
    )
  return {
    'phone-passports': async () => opened(await findImeisOf(db, userId)),
    'stolen-phones': async () => opened(await findStolenPhonesOf(db, userId)),
  }
}
