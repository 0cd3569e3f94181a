import { describeDevice } from '#server/core/http/device.ts'
import { serializeRequest } from '#server/core/log/log.ts'
import { redact } from '#server/core/log/redact.ts'
import { typedId } from '#server/db/paged-search.ts'
import { refuseEasyPassword } from '#server/features/auth/easy-passwords.ts'
import { hashRecoveryCode } from '#server/features/auth/recovery-codes.ts'
import { isDeletedAccountAddress, isUsernameReserved } from '#server/features/auth/reserved-names.service.ts'
import { editDistance } from '#server/features/catalogue/search/edit-distance.ts'
import { normaliseAscii } from '#server/features/catalogue/search/normalise-text.ts'
import { termsOf, toTsquery, wordsOf } from '#server/features/catalogue/search/query-terms.ts'
import { hasContactDetails, plainText } from '#server/features/moderation/advertising.ts'
import { judgeConversation } from '#server/features/shield/judge.ts'
import { photoOrigins } from '#server/features/uploads/photos.service.ts'
import { serializeError } from '#server/lib/serialize-error.ts'
import { skeletonOf } from '#shared/impersonating-names.ts'
import { limits } from '#shared/limits.ts'
import { linksIn } from '#shared/links-in-text.ts'
import { descriptionWarnings, titleWarnings } from '#shared/listing-warnings.ts'
import { groupThousands } from '#shared/money.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { plainPhone, toE164 } from '#shared/phone.ts'
import { photoSources, sharedPhotoUrl } from '#shared/photo-sizes.ts'
import { sameOriginPath } from '#shared/same-origin.ts'
import { destinationOf, textParts } from '#web/features/chat/links.ts'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { browsePath, readBrowse } from '#web/lib/browse-url.ts'
import { groupWhileTyping, parseNaira } from '#web/lib/naira.ts'
import { safeNext } from '#web/lib/paths.ts'

/** Characters of a header, and with it of an address, that Node takes. */
const header = 16_384
/** Of an address of a picture, or another that a form holds. */
const address = 1000
const origin = 'https://oja.example'

/** What reads text from outside, with the most characters that reach it. */
export const parsers: [name: string, length: number, parse: (text: string) => unknown][] = [
  ['hasContactDetails', limits.message.max, hasContactDetails],
  ['plainText', limits.message.max, plainText],
  ['linksIn', limits.message.max, (text) => [...linksIn(text)]],
  ['destinationOf', limits.message.max, (text) => destinationOf(text, origin)],
  ['textParts', limits.message.max, (text) => textParts(text, origin)],
  ['titleWarnings', limits.title.max, (text) => titleWarnings(text, 'Electronics')],
  ['descriptionWarnings', limits.description.max, descriptionWarnings],
  ['judgeConversation', limits.message.max, judgeLongest],
  ['normaliseAscii', limits.search.max, normaliseAscii],
  ['wordsOf, termsOf', limits.search.max, (text) => termsOf(wordsOf(text)).map((term) => toTsquery(term))],
  ['editDistance', limits.search.max, (text) => editDistance(text, text.slice(1))],
  ['refuseEasyPassword', limits.password.max, easyPassword],
  ['isUsernameReserved', limits.username.max, isUsernameReserved],
  ['lookOf', limits.fullName.max, skeletonOf],
  ['isDeletedAccountAddress', limits.email.max, isDeletedAccountAddress],
  ['hashRecoveryCode', 60, hashRecoveryCode],
  ['plainPhone, toE164', header, (text) => toE164(plainPhone(text))],
  ['typedId', header, typedId],
  ['describeDevice', header, describeDevice],
  ['serializeRequest', header, (url) => serializeRequest({ url })],
  ['serializeError', header, (text) => serializeError(Object.assign(new Error(text), { code: '22P02' }))],
  ['redact', header, (name) => redact({ [name]: name })],
  [
    'photoOrigins',
    header,
    (host) =>
      photoOrigins({ PUBLIC_URL: undefined, PORT: 3000, UPLOAD_URL: undefined }, { protocol: 'http', host }),
  ],
  ['ownPath', header, (text) => sameOriginPath(text, origin)],
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

/** Twelve different messages of each side. */
function judgeLongest(text: string): void {
  const messages = Array.from({ length: 24 }, (_, index) => ({
    from: index % 2 === 0 ? ('buyer' as const) : ('seller' as const),
    text: `${index}${text.slice(index)}`,
  }))
  judgeConversation({ listing: { title: '', category: 'Other', priceNaira: 1000 }, messages }, 'seller')
}
