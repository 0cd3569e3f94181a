import { afterEach, expect, test, vi } from 'vitest'
import { sendListing } from './outbox-listings.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('[SELL-OFFLINE] a photo of a waiting listing may take as long as the server waits for it, ten minutes', async () => {
  const lines = new Map<AbortSignal, number>()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
    const { signal } = new AbortController()
    lines.set(signal, milliseconds)
    return signal
  })
  const given: [string, number | undefined][] = []
  vi.stubGlobal('fetch', async (url: string, { signal }: RequestInit) => {
    given.push([url, lines.get(signal as AbortSignal)])
    return Response.json({ secure_url: '/media/photos/x/960.webp' })
  })
  const one = {
    id: 'one',
    userId: 1,
    body: {} as never,
    photos: [new File(['x'], 'photo.jpg')],
    host: { uploadUrl: '/api/uploads', uploadPreset: 'oja' },
    imei: '',
    writtenAt: 0,
  }
  await sendListing(one, false)
  expect(given).toEqual([
    ['/api/uploads', 600_000],
    ['/api/listings', 120_000],
  ])
})
