import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createOutbox } from './outbox.ts'
import { readOutbox, saveOutgoing } from './outbox-store.ts'

/** Records the sent messages in order; `answer` decides the response. */
let sent: { body: string; clientId: string }[] = []
let answer: (body: { body: string; clientId: string }) => Response | Promise<Response>
const onSent = vi.fn()
const onRefused = vi.fn()
const onSettledElsewhere = vi.fn()
/** What happens in the storage in another tab. */
let dispatchStorage: (event: Partial<StorageEvent>) => void

function created({ body, clientId }: { body: string; clientId: string }): Response {
  return Response.json({ id: sent.length, threadId: 7, body, clientId }, { status: 201 })
}

function refused(status: number, detail: string): Response {
  return Response.json({ code: 'X', detail }, { status })
}

/** Like browser storage, whose keys are own properties. A full one takes no value that is longer than the one before. */
function fakeStorage({ isFull = false } = {}) {
  const storage: Record<string, string> = Object.create({
    getItem: (key: string) => storage[key] ?? null,
    setItem: (key: string, value: string) => {
      if (isFull && storage[key] && value.length > storage[key].length)
        throw new DOMException('full', 'QuotaExceededError')
      storage[key] = value
    },
    removeItem: (key: string) => {
      delete storage[key]
    },
  })
  return storage
}

beforeEach(() => {
  sent = []
  answer = created
  onSent.mockReset()
  onRefused.mockReset()
  onSettledElsewhere.mockReset()
  vi.useFakeTimers()
  vi.stubGlobal('localStorage', fakeStorage())
  vi.stubGlobal('navigator', {})
  vi.stubGlobal('addEventListener', (type: string, listener: typeof dispatchStorage) => {
    if (type === 'storage') dispatchStorage = listener
  })
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    const message = JSON.parse(body)
    sent.push(message)
    return answer(message)
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function outbox() {
  const box = createOutbox(1, { onSent, onRefused, onSettledElsewhere })
  box.start()
  return box
}

const write = (body: string) => ({ threadId: 7, body, photo: null })
const bodies = () => sent.map(({ body }) => body)
const settle = () => vi.advanceTimersByTimeAsync(0)

test('[CHAT-ORDER] messages are sent one after the other, in the order in which they were written', async () => {
  const box = outbox()
  for (const text of ['one', 'two', 'three']) box.add(write(text))
  await settle()
  expect(bodies()).toEqual(['one', 'two', 'three'])
  expect(onSent).toHaveBeenCalledTimes(3)
  expect(box.get()).toMatchObject({ messages: [], sending: null, unreachable: false })
})

test('[CHAT-ORDER] messages keep their order where the clock of the device was set back and the page loaded again in between', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const tomorrow = Date.now() + 86_400_000
  saveOutgoing(1, { ...write('one'), clientId: 'before-the-reload', writtenAt: tomorrow })
  const box = outbox()
  await settle()
  for (const text of ['two', 'three']) box.add(write(text))
  answer = created
  sent = []
  await vi.advanceTimersByTimeAsync(1000)
  expect(bodies()).toEqual(['one', 'two', 'three'])
})

test('[CHAT-RELIABLE] while the server is not reached messages wait, and go with the client id that they had', async () => {
  answer = () => Promise.reject(new TypeError('Failed to fetch'))
  const box = outbox()
  box.add(write('one'))
  box.add(write('two'))
  await settle()
  expect(box.get()).toMatchObject({ unreachable: true, messages: [{ body: 'one' }, { body: 'two' }] })
  answer = created
  await vi.advanceTimersByTimeAsync(1000)
  expect(bodies()).toEqual(['one', 'one', 'two'])
  expect(sent[1]?.clientId).toBe(sent[0]?.clientId)
  expect(onSent).toHaveBeenCalledTimes(2)
  expect(readOutbox(1)).toEqual([])
})

test('[CHAT-RELIABLE] a server that is away for a moment (503) refuses nothing', async () => {
  answer = () => refused(503, 'Later')
  const box = outbox()
  box.add(write('one'))
  await settle()
  expect(onRefused).not.toHaveBeenCalled()
  answer = created
  box.flush()
  await settle()
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('[CHAT-RELIABLE] what the server refuses waits for a person, and lets the next one pass', async () => {
  answer = (message) => (message.body === 'bad' ? refused(403, 'You cannot write here.') : created(message))
  const box = outbox()
  box.add(write('bad'))
  box.add(write('good'))
  await settle()
  expect(onRefused).toHaveBeenCalledTimes(1)
  expect(onSent).toHaveBeenCalledTimes(1)
  const [failed] = box.get().messages
  expect(failed).toMatchObject({ body: 'bad', failed: true, problem: 'You cannot write here.' })

  answer = created
  if (failed) box.retry(failed)
  await settle()
  expect(onSent).toHaveBeenCalledTimes(2)
  expect(box.get().messages).toEqual([])
})

test('[CHAT-RELIABLE] a refused message can be deleted', async () => {
  answer = () => refused(400, 'No.')
  const box = outbox()
  box.add(write('bad'))
  await settle()
  for (const message of box.get().messages) box.remove(message)
  expect(readOutbox(1)).toEqual([])
})

test('[CHAT-RELIABLE] what was written before a reload is sent after it; another person’s messages are not', async () => {
  const left = { clientId: 'left-over-1', threadId: 7, body: 'left', photo: null, writtenAt: 5 }
  saveOutgoing(1, left)
  saveOutgoing(2, { ...left, clientId: 'left-over-2', body: 'of somebody else' })
  outbox()
  await settle()
  expect(bodies()).toEqual(['left'])
  expect(readOutbox(2)).toHaveLength(1)
})

test('[CHAT-RELIABLE] without an answer the message is sent again', async () => {
  answer = () => new Promise<Response>(() => {})
  outbox().add(write('one'))
  await settle()
  answer = created
  await vi.advanceTimersByTimeAsync(21_000)
  expect(bodies()).toEqual(['one', 'one'])
  expect(onSent).toHaveBeenCalledTimes(1)
})

test('[CHAT-RELIABLE] a message that another tab sent stays in sight until the conversation was read', async () => {
  answer = () => new Promise<Response>(() => {})
  const box = outbox()
  box.add(write('one'))
  const [message] = box.get().messages
  const key = Object.keys(localStorage)[0] ?? ''
  let setRead = () => {}
  onSettledElsewhere.mockReturnValue(new Promise<void>((resolve) => (setRead = resolve)))
  localStorage.removeItem(key)
  dispatchStorage({ key, oldValue: JSON.stringify(message), newValue: null })
  await settle()
  expect(onSettledElsewhere).toHaveBeenCalledWith(7)
  expect(box.get().messages).toEqual([message])
  setRead()
  await settle()
  expect(box.get().messages).toEqual([])
})

test('[CHAT-RELIABLE] on a full disk a message that was refused is sent once, and does not hold up the next', async () => {
  vi.stubGlobal('localStorage', fakeStorage({ isFull: true }))
  answer = (message) => (message.body === 'bad' ? refused(403, 'Blocked.') : created(message))
  const box = outbox()
  box.add(write('bad'))
  box.add(write('next'))
  await settle()
  expect(bodies()).toEqual(['bad', 'next'])
})
