import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushPayload } from '#shared/contract/push.ts'
import { listenForPushes } from './push.ts'

// Headless browsers show no notifications, so the worker's globals are fakes here.
const origin = 'https://oja.example.com'
const payload: PushPayload = {
  id: 7,
  title: 'Ada wrote to you',
  body: 'Open it.',
  href: '/chat?thread=3',
  unread: 2,
}

interface Tab {
  url: string
  focused: boolean
  focus(): Promise<Tab>
  navigate(url: string): Promise<Tab | null>
}

let tabs: Tab[]
let listeners: Map<string, (event: object) => void>
const showNotification = vi.fn(async () => undefined)
const openWindow = vi.fn(async () => null)
const subscribe = vi.fn(async () => ({ endpoint: 'https://push.example.com/new' }))
const fetched = vi.fn(async () => new Response())
const setAppBadge = vi.fn(async () => undefined)

function tab(path: string, { focused = false } = {}): Tab & { visits: string[] } {
  const own = {
    url: origin + path,
    focused,
    visits: [] as string[],
    focus: async () => own,
    async navigate(url: string) {
      own.visits.push(url)
      return own
    },
  }
  tabs.push(own)
  return own
}

beforeEach(() => {
  tabs = []
  listeners = new Map()
  vi.clearAllMocks()
  vi.stubGlobal('navigator', { setAppBadge })
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('self', {
    location: { origin },
    clients: { matchAll: async () => tabs, openWindow },
    registration: { showNotification, pushManager: { subscribe } },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
  })
  listenForPushes()
})
afterEach(() => vi.unstubAllGlobals())

/** Resolves when the worker has done what the event caused. */
async function dispatch(type: string, event: object): Promise<void> {
  const work: Promise<unknown>[] = []
  listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) })
  await Promise.all(work)
}

const receive = () => dispatch('push', { data: { json: () => payload } })

test('[PUSH-SHOW] a push is shown under its tag with the unread number, but not to somebody who looks at that page', async () => {
  tab('/chat?thread=3')
  await receive()
  expect(showNotification).toHaveBeenCalledExactlyOnceWith(
    payload.title,
    expect.objectContaining({ body: payload.body, tag: 'n7', data: payload.href }),
  )
  expect(setAppBadge).toHaveBeenCalledWith(2)
  tab('/chat?thread=3', { focused: true })
  await receive()
  expect(showNotification).toHaveBeenCalledOnce()
})

test('[PUSH-PRESS] a press leads an open tab of Oja there, or opens one; never another site', async () => {
  const close = vi.fn()
  const press = (data: string) => dispatch('notificationclick', { notification: { data, close } })
  await press('/chat?thread=3')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(`${origin}/chat?thread=3`)
  const home = tab('/')
  await press('/chat?thread=3')
  expect(home.visits).toEqual([`${origin}/chat?thread=3`])
  const there = tab('/chat?thread=3')
  await press('/chat?thread=3')
  expect([home.visits.length, there.visits.length]).toEqual([1, 0])
  await press('https://evil.example/')
  expect([openWindow.mock.calls.length, home.visits.length]).toEqual([1, 1])
  expect(close).toHaveBeenCalledTimes(4)
})

test('[PUSH-RENEW] when the browser changes its address, the server gets the new one', async () => {
  const options = { userVisibleOnly: true }
  await dispatch('pushsubscriptionchange', { oldSubscription: { options } })
  expect(subscribe).toHaveBeenCalledWith(options)
  expect(fetched).toHaveBeenCalledExactlyOnceWith(
    '/api/push',
    expect.objectContaining({ method: 'POST', body: JSON.stringify(await subscribe()) }),
  )
})
