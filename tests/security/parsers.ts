import { describeDevice } from '#server/core/http/device.ts'
import { serializeError } from '#server/core/log/log-error.ts'
import { serializeRequest } from '#server/core/log/log-request.ts'
import { redact } from '#server/core/log/log-secrets.ts'
import { typedId } from '#server/features/admin/find.db.ts'
import { refuseEasyPassword } from '#server/features/auth/easy-passwords.ts'
import { hashRecoveryCode } from '#server/features/auth/recovery-codes.ts'
import { isOfDeleted, isReserved } from '#server/features/auth/reserved-names.service.ts'
import { normaliseLatin } from '#server/features/catalogue/search-normal.ts'
import { termsOf, toTsquery, wordsOf } from '#server/features/catalogue/search-query.ts'
import { slipsBetween } from '#server/features/catalogue/typo.ts'
import { leadsElsewhere, plainText } from '#server/features/held/advertising.ts'
import { photoPlaces } from '#server/features/uploads/photos.service.ts'
import { lookOf } from '#shared/house-names.ts'
import { limits } from '#shared/limits.ts'
import { linksIn } from '#shared/links-in-text.ts'
import { descriptionWarnings, titleWarnings } from '#shared/listing-warnings.ts'
import { groupThousands } from '#shared/money.ts'
import { ownPath } from '#shared/own-address.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { toE164 } from '#shared/phone.ts'
import { photoSources, sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { destinationOf, textParts } from '#web/features/chat/links.ts'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { groupWhileTyping, parseNaira } from '#web/features/listings/form/naira-input.ts'
import { browsePath, readBrowse } from '#web/lib/browse-url.ts'
import { safeNext } from '#web/lib/paths.ts'

/** Characters of a header, and with it of an address, that Node takes. */
const header = 16_384
/** Of an address of a picture, or another that a form holds. */
const address = 1000
const origin = 'https://oja.example'

/** What reads text from outside, with the most characters that reach it. */
export const parsers: [name: string, length: number, parse: (text: string) => unknown][] = [
  ['leadsElsewhere', limits.message.max, leadsElsewhere],
  ['plainText', limits.message.max, plainText],
  ['linksIn', limits.message.max, (text) => [...linksIn(text)]],
  ['destinationOf', limits.message.max, (text) => destinationOf(text, origin)],
  ['textParts', limits.message.max, (text) => textParts(text, origin)],
  ['titleWarnings', limits.title.max, (text) => titleWarnings(text, 'Electronics')],
  ['descriptionWarnings', limits.description.max, descriptionWarnings],
  ['normaliseLatin', limits.search.max, normaliseLatin],
  ['wordsOf, termsOf', limits.search.max, (text) => termsOf(wordsOf(text)).map((term) => toTsquery(term))],
  ['slipsBetween', limits.search.max, (text) => slipsBetween(text, text.slice(1))],
  ['refuseEasyPassword', limits.password.max, easyPassword],
  ['isReserved', limits.username.max, isReserved],
  ['lookOf', limits.fullName.max, lookOf],
  ['isOfDeleted', limits.email.max, isOfDeleted],
  ['hashRecoveryCode', 60, hashRecoveryCode],
  ['toE164', header, toE164],
  ['typedId', header, typedId],
  ['describeDevice', header, describeDevice],
  ['serializeRequest', header, (url) => serializeRequest({ url })],
  ['serializeError', header, (text) => serializeError(Object.assign(new Error(text), { code: '22P02' }))],
  ['redact', header, (name) => redact({ [name]: name })],
  [
    'photoPlaces',
    header,
    (host) =>
      photoPlaces({ PUBLIC_URL: undefined, PORT: 3000, UPLOAD_URL: undefined }, { protocol: 'http', host }),
  ],
  ['ownPath', header, (text) => ownPath(text, origin)],
  ['safeNext', header, (text) => safeNext(`/${text}`)],
  ['threadIdOf', header, (text) => threadIdOf(new URLSearchParams({ thread: text }))],
  ['readBrowse', header, (search) => browsePath(readBrowse(new URLSearchParams({ search })))],
  ['readPageInfo', header, (link) => readPageInfo({ get: () => link })],
  ['parseNaira', header, parseNaira],
  ['groupWhileTyping', header, groupWhileTyping],
  ['groupThousands', header, groupThousands],
  ['photoSources', address, (url) => photoSources({ url, width: 1600 }, 'card')],
  ['sharedPhotoUrl', address, sharedPhotoUrl],
]

async function easyPassword(password: string): Promise<void> {
  const fullName = password.slice(0, limits.fullName.max)
  const owner = { fullName, username: 'ada', email: `${'a'.repeat(200)}@example.com` }
  await refuseEasyPassword(password, 'password', owner).catch(() => undefined)
}
