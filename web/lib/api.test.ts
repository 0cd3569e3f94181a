import { afterEach, expect, test, vi } from 'vitest'
import { api, apiQuery, get } from './api.ts'
import { onUnauthenticated } from './api-events.ts'
import { createQueryClient, urlOfKey } from './query-client.ts'

afterEach(() => vi.unstubAllGlobals())

function stubFetch(status: number, body: string) {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response(body || null, { status }))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

test('[CALL-COOKIES] cookies are sent; a JSON content type only with a body', async () => {
  const fetched = stubFetch(200, '{}')
  await api('POST /api/auth/logout')
  await api('POST /api/auth/resend-verification', { body: { email: 'ada@example.com' } })
  const [bare, full] = fetched.mock.calls.map(([, init]) => init)
  expect(bare).toEqual({
    method: 'POST',
    credentials: 'include',
    headers: { 'idempotency-key': expect.any(String) },
    signal: expect.any(AbortSignal),
  })
  expect(full).toMatchObject({
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"ada@example.com"}',
  })
})

test('[CALL-IDEMPOTENT] a write without a response keeps its key when it is repeated, and gets another once it has a response', async () => {
  const fetched = stubFetch(503, '{}')
  const ask = (question: string) =>
    api('POST /api/listings/:id/questions', { params: { id: 7 }, body: { question } }).catch(() => null)
  const keys = () =>
    fetched.mock.calls.map(([, { headers }]) => (headers as Record<string, string>)['idempotency-key'])
  await ask('Is the box there?')
  await ask('Another question?')
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await ask('Is the box there?')
  fetched.mockResolvedValueOnce(new Response('{}', { status: 201 }))
  await ask('Is the box there?')
  await ask('Is the box there?')
  const [first, other, again, answered, later] = keys()
  expect([again, answered]).toEqual([first, first])
  expect(new Set([first, other, later]).size).toBe(3)
})

test('[CALL-IDEMPOTENT] a write whose response breaks off keeps its key: the repetition gets the stored response', async () => {
  const fetched = stubFetch(201, '{}')
  const broken = new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })
  fetched.mockResolvedValueOnce(new Response(broken, { status: 201 }))
  const save = () => api('POST /api/drafts', { body: { content: { title: 'A good fan' } } })
  await expect(save()).rejects.toThrow('network error')
  await save()
  const [first, again] = fetched.mock.calls.map(([, { headers }]) => headers)
  expect(again).toEqual(first)
})

test('[CALL-IDEMPOTENT] a value that is set again after another one is a new write, though its first response was lost', async () => {
  const fetched = stubFetch(200, '{}')
  const turn = (questionsEnabled: boolean) =>
    api('PATCH /api/listings/:id/toggle-questions', { params: { id: 7 }, body: { questionsEnabled } })
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await turn(false).catch(() => null)
  await turn(true)
  await turn(false)
  const keys = fetched.mock.calls.map(
    ([, { headers }]) => (headers as Record<string, string>)['idempotency-key'],
  )
  expect(new Set(keys).size).toBe(3)
})

test('[CALL-TIMEOUT] a request without a response is given up after two minutes', async () => {
  const line = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(line.signal)
  const hang = vi.fn(
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  )
  vi.stubGlobal('fetch', hang)
  const [left, read] = [api('POST /api/auth/logout'), api('GET /api/settings')]
  expect(hang.mock.calls.map(([, { signal }]) => signal)).toEqual([line.signal, line.signal])
  line.abort(new DOMException('No response.', 'TimeoutError'))
  await expect(left).rejects.toThrow('No response.')
  await expect(read).rejects.toThrow('No response.')
  expect(timeout.mock.calls).toEqual([[120_000], [120_000]])
  timeout.mockRestore()
})

test('[ROUTE-SETTINGS] a refused read is reported when its query fails, not while its body is still being received', async () => {
  let receive = (_: string) => {}
  const text = vi.fn(() => new Promise<string>((resolve) => (receive = resolve)))
  const headers = new Headers()
  vi.stubGlobal('fetch', async () => ({
    status: 401,
    statusText: 'Unauthorized',
    headers,
    text,
  }))
  const client = createQueryClient(get)
  const reported: string[] = []
  const stop = onUnauthenticated((call) => reported.push(call))
  const failed = client.fetchQuery({ queryKey: ['/api', 'settings'] }).catch(() => 'failed')
  await expect.poll(() => text.mock.calls.length).toBe(1)
  expect(reported).toEqual([])
  receive('')
  expect(await failed).toBe('failed')
  expect(reported).toEqual(['GET /api/settings'])
  stop()
})

test('[CALL-KEY] a query key is its address in segments', () => {
  const { queryKey } = apiQuery('GET /api/users/:id/reviews', { params: { id: 7 }, query: {} })
  expect(queryKey).toEqual(['/api/users', '7', 'reviews'])
  expect(urlOfKey(queryKey)).toBe('/api/users/7/reviews')
})

test('[CALL-KEY] [CALL-NO-RETRY] the default reader: a 401 fails once, or is null where requested', async () => {
  const get = vi.fn(async () => ({
    status: 401,
    statusText: 'Unauthorized',
    headers: { get: () => null },
    text: '',
  }))
  const client = createQueryClient(get)
  await expect(client.fetchQuery({ queryKey: ['/api', 'a'] })).rejects.toThrow('401: Unauthorized')
  expect(get).toHaveBeenCalledTimes(1)
  expect(get).toHaveBeenCalledWith('/api/a')
  await expect(client.fetchQuery({ queryKey: ['/api', 'b'], meta: { nullOn401: true } })).resolves.toBeNull()
})
