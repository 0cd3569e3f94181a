import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ListingDraft } from '#shared/contract/listings.ts'
import { insertUpload, listingDraft, publish } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let ada: TestUser

beforeAll(async () => {
  t = await startTestApp({ UPLOAD_URL: 'https://images.example/upload' })
  ada = await t.user()
})
afterAll(() => t.close())

/** Tries the fields on POST and on PATCH of a good listing: both must refuse with the same message. */
async function refuses(
  fields: Record<string, unknown>,
  message: string,
  path = Object.keys(fields)[0] ?? '',
) {
  const problem = { status: 400, problem: { code: 'VALIDATION_FAILED', detail: message } }
  const body = (await listingDraft(t, ada, fields as Partial<ListingDraft>)) as never
  const failure = await ada.api('POST /api/listings', { body }).catch((error: unknown) => error)
  expect(failure).toMatchObject(problem)
  expect((failure as { problem: { errors: unknown } }).problem.errors).toContainEqual({ path, message })
  const { id } = await publish(t, ada)
  const change = ada.api('PATCH /api/listings/:id', { params: { id }, body: fields as never })
  await expect(change).rejects.toMatchObject(problem)
}

async function accepts(fields: Partial<ListingDraft>) {
  return publish(t, ada, fields)
}

test('[SPEC-L1] [SPEC-L2] a title has 6 to 80 characters after trimming', async () => {
  await refuses({ title: 'Chair' }, 'Title must be at least 6 characters')
  await refuses({ title: '  Chair  ' }, 'Title must be at least 6 characters')
  await refuses({ title: 'x'.repeat(81) }, 'Title must be less than 80 characters')
  await accepts({ title: 'Chairs' })
  await accepts({ title: 'x'.repeat(80) })
  expect((await accepts({ title: '  Wooden \n\t chair\0 ' })).title).toBe('Wooden chair')
})

test('[SPEC-L1] [SPEC-L3] invisible and direction-changing characters do not count', async () => {
  await refuses({ title: '\u200B\u3164'.repeat(10) }, 'Title must be at least 6 characters')
  await refuses({ description: '\u2800\u0007'.repeat(40) }, 'Description must be at least 30 characters')
  expect((await accepts({ title: '\u202EWooden\u2066 chair 👩‍🌾' })).title).toBe('Wooden chair 👩‍🌾')
})

test('[SPEC-L3] [SPEC-L4] a description has 30 to 5000 characters', async () => {
  await refuses({ description: 'x'.repeat(29) }, 'Description must be at least 30 characters')
  await refuses({ description: 'x'.repeat(5001) }, 'Description must be less than 5000 characters')
  await accepts({ description: 'x'.repeat(30) })
  await accepts({ description: 'word '.repeat(1000).trim() })
  const lines = 'First line of the text.\n\nSecond line of the text.'
  expect((await accepts({ description: `${lines.replaceAll('\n', '\r\n')}\0` })).description).toBe(lines)
})

test('[SPEC-L13] missing fields are required, and fields of another type are named', async () => {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/listings',
    headers: { cookie: ada.cookie },
    payload: { description: 5 },
  })
  const { errors } = response.json()
  expect(errors).toContainEqual({ path: 'title', message: 'Required' })
  expect(errors).toContainEqual({ path: 'description', message: 'Expected string, received number' })
})

test('[SPEC-L5] a category is required and must exist', async () => {
  for (const categoryId of [0, -1, 1.5, 9999, 3_000_000_000, null, 'cars'])
    await refuses({ categoryId }, 'Please select a category')
})

test('[SPEC-L6] condition and price type must be known values', async () => {
  await refuses({ condition: 'BROKEN' }, 'Please choose New or Used.')
  await refuses({ priceType: 'FREE' }, 'Please choose Fixed or Negotiable.')
})

test('[SPEC-L7] a price is above 0, whole kobo and at most ₦10 billion', async () => {
  for (const price of [0, -5, null, '5', Number.NaN]) await refuses({ price }, 'Price must be greater than 0')
  await refuses({ price: 0.5 }, 'Price must be a whole number of kobo')
  await refuses({ price: 1_000_000_000_001 }, 'Price must be at most ₦10 billion')
  await refuses({ price: 1e15 }, 'Price must be at most ₦10 billion')
  expect((await accepts({ price: 1_000_000_000_000 })).price).toBe(1_000_000_000_000)
  expect((await accepts({ price: 1 })).price).toBe(1)
})

test('[SPEC-L8] a state and one of its LGAs', async () => {
  await refuses({ state: '', lga: 'Ikeja' }, 'Please select a state')
  await refuses({ state: 'Atlantis', lga: 'Ikeja' }, 'Please select a state')
  await refuses({ lga: '' }, 'Please select an LGA')
  await refuses({ lga: 'Dala' }, 'Please select an LGA')
  await refuses({ lga: 'Ike\0ja' }, 'Please select an LGA')
})

test('[SPEC-L9] 1 to 10 photos', async () => {
  await refuses({ photos: [] }, 'At least one photo is required')
  const eleven = await Promise.all(Array.from({ length: 11 }, () => insertUpload(t, ada)))
  await refuses({ photos: eleven }, 'Maximum 10 photos allowed')
  const listing = await accepts({ photos: eleven.slice(0, 10) })
  expect(listing.photos.map(({ url }) => url)).toEqual(eleven.slice(0, 10))
})

describe('[SPEC-L11] photos must be uploaded here or be on the configured host', () => {
  const foreign = 'This photo was not uploaded here. Please upload it again'

  test('a photo from another host is refused by name', async () => {
    const good = await insertUpload(t, ada)
    for (const url of [
      'https://evil.example/a.jpg',
      `https://evil.example${good}`,
      `//evil.example${good}`,
      `/\\evil.example${good}`,
      'javascript:alert(1)',
      'data:image/png;base64,AAAA',
      '/media/photos/none.webp',
      'https://images.example.evil.example/a.jpg',
      `${good}\0`,
    ])
      await refuses({ photos: [good, url] }, foreign, 'photos.1')
  })

  test('absolute and relative addresses name the same picture', async () => {
    const url = await insertUpload(t, ada)
    const { photos } = await accepts({ photos: [`http://localhost:80${url}`] })
    expect(photos).toEqual([{ url, width: 1200, height: 900, placeholder: 'WPcNBgAAiHiHh3iIeIiId3eIeA==' }])
    await refuses({ photos: [url, `http://localhost:80${url}`] }, 'The same photo is there twice', 'photos.1')
  })

  test('[PHOTO-HOST] UPLOAD_URL names the host that browsers load pictures from, and its pictures are accepted', async () => {
    const site = await t.app.inject({ url: '/api/site' })
    expect(site.json()).toMatchObject({ uploadUrl: 'https://images.example/upload', uploadPreset: 'oja' })
    const page = await t.app.inject({ url: '/' })
    const policy = String(page.headers['content-security-policy'])
    for (const directive of ['connect-src', 'img-src'])
      expect(policy).toMatch(new RegExp(`${directive}[^;]* https://images\\.example(;| )`))
    const url = 'https://images.example/oja/1.jpg'
    expect((await accepts({ photos: [url] })).photos).toEqual([
      { url, width: null, height: null, placeholder: null },
    ])
  })

  test('a picture of another user is refused; an edited listing may keep and reorder its own', async () => {
    const bola = await t.user()
    await refuses({ photos: [await insertUpload(t, bola)] }, foreign, 'photos.0')
    const [one, two] = [await insertUpload(t, ada), await insertUpload(t, ada)]
    const { id } = await accepts({ photos: [one, two] })
    await t.db.deleteFrom('uploads').where('url', '=', one).execute()
    const changed = await ada.api('PATCH /api/listings/:id', { params: { id }, body: { photos: [two, one] } })
    expect(changed.photos.map(({ url }) => url)).toEqual([two, one])
  })
})

test('[LIST-BODY] bodies that are no listing are refused, never a failure', async () => {
  for (const payload of [
    '',
    '[]',
    'null',
    '1',
    '"x"',
    '{',
    '{"title":{}}',
    '{"photos":{"length":1}}',
    '{"__proto__":{"title":"x"}}',
  ]) {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/listings',
      headers: { cookie: ada.cookie, 'content-type': 'application/json' },
      payload,
    })
    expect(answer.statusCode, payload).toBe(400)
  }
})

test('[LIST-TEXT] titles and descriptions are returned as typed, whatever they contain', async () => {
  const title = `</script><script>alert(1)</script> ' " \\ % 🔥`
  const listing = await accepts({ title, description: `${title} ${title} & | ! : * ( )` })
  expect(await t.visitor('GET /api/listings/:id', { params: { id: listing.id } })).toMatchObject({ title })
})
