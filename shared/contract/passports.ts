import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { imeiDigits, imeiLength, imeiProblem } from '../imei.ts'
import { limits } from '../limits.ts'
import { Id, Lines, Timestamp } from './common.ts'
import { ById } from './parameters.ts'

/** 15 digits with a valid check digit, spaces and hyphens allowed. No response contains it: phones are shown by their last four digits. */
const Imei = z
  .string('Please enter the IMEI. Dial *#06# to see it.')
  .max(60, `An IMEI has ${imeiLength} digits. Dial *#06# to see it.`)
  .overwrite(imeiDigits)
  .superRefine((digits, context) => {
    const message = imeiProblem(digits)
    if (message) context.issues.push({ code: 'custom', input: undefined, message })
  })

/** The IMEI's last four digits. */
const LastFour = z.string()

/** The phone of a listing, as its seller sees it. */
export const Passport = z.object({
  /** Null if the seller entered no IMEI. */
  lastFour: LastFour.nullable(),
  /** A sentence for the seller about this phone's item in the review queue; do not parse it. */
  notice: z.string().nullable(),
})
export type Passport = z.output<typeof Passport>

/** The result of a buyer's check of an IMEI. */
export const PhoneCheck = z.object({
  /** Whether it is the IMEI that the seller entered; NOT_ENTERED: they entered none. */
  match: z.enum(['SAME', 'OTHER', 'NOT_ENTERED']),
  /** Its owner reported it stolen, and a moderator confirmed it. */
  isStolen: z.boolean(),
  /** Another listing with this IMEI was marked as sold. */
  wasSold: z.boolean(),
})
export type PhoneCheck = z.output<typeof PhoneCheck>

/** WAITING: a moderator has not looked at it. CONFIRMED: checks report the phone as stolen. */
const TheftStatus = z.enum(['WAITING', 'CONFIRMED', 'DECLINED'])

/** A report of a stolen phone, as its owner sees it. */
export const StolenPhone = z.object({
  id: Id,
  lastFour: LastFour,
  details: z.string(),
  /** Address of the picture. */
  proof: z.string(),
  status: TheftStatus,
  /** The moderator's reason. */
  reason: z.string().nullable(),
  createdAt: Timestamp,
})
export type StolenPhone = z.output<typeof StolenPhone>

export const StolenPhoneDraft = z.object({
  imei: Imei,
  /** Address of an uploaded picture of a receipt or the box. */
  proof: z
    .string('Please add a photo of the receipt or the box')
    .min(1, 'Please add a photo of the receipt or the box')
    .max(1000),
  details: Lines.min(1, 'Please say when and where it was stolen').max(
    limits.stolenPhone.details,
    `The details have at most ${limits.stolenPhone.details} characters`,
  ),
})
export type StolenPhoneDraft = z.output<typeof StolenPhoneDraft>

export const passports = endpoints({
  'GET /api/listings/:id/passport': {
    summary: 'The phone of your own listing, by its last four digits',
    access: 'owner',
    shows: ['listings', 'moderation'],
    params: ById,
    response: Passport,
    errors: { FORBIDDEN: 'The listing is somebody else’s.', GONE: 'The listing was deleted.' },
  },
  'PATCH /api/listings/:id/passport': {
    summary: 'Enter, correct or (null) remove the IMEI of your own listing in Phones & Tablets',
    access: 'owner',
    changes: ['listings', 'moderation'],
    limit: 'imei',
    params: ById,
    body: z.object({ imei: Imei.nullable() }),
    response: Passport,
    errors: {
      FORBIDDEN: 'The listing is somebody else’s.',
      CONFLICT: 'Moderators hide the listing or look at its phone.',
      GONE: 'The listing was deleted.',
    },
  },
  'POST /api/listings/:id/phone-check': {
    summary:
      'Compare the IMEI of the phone in hand with that of a listing, with phones reported stolen, and with phones sold here',
    access: 'user',
    changes: [],
    limit: 'imei',
    params: ById,
    body: z.object({ imei: Imei }),
    response: PhoneCheck,
    errors: { GONE: 'The listing was deleted.' },
  },
  'GET /api/stolen-phones': {
    summary: 'Your own reports of stolen phones, newest first',
    access: 'user',
    shows: ['moderation'],
    response: z.array(StolenPhone),
  },
  'POST /api/stolen-phones': {
    summary:
      'Report your own phone as stolen; it counts once a moderator has confirmed it. The same phone again answers the report that is there, unless it was declined',
    access: 'user',
    changes: ['moderation'],
    limit: 'report',
    body: StolenPhoneDraft,
    response: StolenPhone,
    status: 201,
  },
  'DELETE /api/stolen-phones/:id': {
    summary: 'Withdraw your own report of a stolen phone; it is deleted',
    access: 'owner',
    changes: ['moderation'],
    whileLeaving: 'allowed',
    diskSpace: 'none',
    params: ById,
    response: z.null(),
  },
})
