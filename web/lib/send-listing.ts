import type { UploadedPhoto } from '#shared/contract/uploads.ts'
import { updateWaiting, type WaitingListing } from './waiting-listings.ts'

/** A bad line may be slow; after three minutes the request is given up. */
const post = (url: string, init: RequestInit) =>
  fetch(url, { method: 'POST', signal: AbortSignal.timeout(180_000), ...init })

/**
 * Uploads the photos that are not uploaded yet and publishes the listing. Resolves with the
 * server's last answer, of an upload too; rejects without a connection. A photo that is uploaded is not sent again.
 */
export async function sendListing(waiting: WaitingListing): Promise<Response> {
  const { id, userId, body, host, photos } = waiting
  for (const [index, photo] of photos.entries()) {
    if (typeof photo === 'string') continue
    const form = new FormData()
    form.append('upload_preset', host.uploadPreset)
    form.append('file', photo)
    const answer = await post(host.uploadUrl, { body: form })
    if (!answer.ok) return answer
    photos[index] = ((await answer.json()) as UploadedPhoto).secure_url
    // A browser that refuses storage: the page still sends it.
    await updateWaiting(waiting).catch(() => undefined)
  }
  return post('/api/listings', {
    headers: { 'content-type': 'application/json', 'idempotency-key': id, 'x-oja-user': String(userId) },
    body: JSON.stringify({ ...body, photos }),
  })
}
