import { afterAll, beforeAll, expect, test } from 'vitest'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'
import { remindOfUnread } from './reminders.service.ts'

let t: TestApp
let order: Interleaving
beforeAll(async () => {
  order = interleave()
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const start = new Date()
const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000)

/** A thread between two new people; `write` sends a message at this many minutes after the start. */
async function newTalk() {
  const seller = await t.user({ fullName: 'Sade Cole' })
  const buyer = await t.user({ fullName: 'Bola Ade' })
  const listingId = await insertListing(t, seller, { title: 'Standing fan' })
  const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
  const write = async (sender: TestUser, minutes: number, body = 'Secret') => {
    const message = await sender.api('POST /api/threads/:id/messages', {
      params: { id },
      body: { body },
    })
    await t.db
      .updateTable('messages')
      .set({ created_at: at(minutes) })
      .where('id', '=', message.id)
      .execute()
    return message
  }
  const mails = async (to: TestUser) => (await t.mails(to.email)).map(({ subject }) => subject)
  return { id, listingId, seller, buyer, write, mails }
}

test('[CHAT-MAIL] a message unread for five minutes causes a mail, with a link and without the text', async () => {
  const { id, seller, buyer, write } = await newTalk()
  await write(buyer, 0)
  expect(await remindOfUnread(t, at(4.9))).toBe(0)
  await write(buyer, 3)
  expect(await remindOfUnread(t, at(5))).toBe(1)
  const mails = await t.mails(seller.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'You have 2 unread messages from Bola Ade about Standing fan',
  ])
  expect(mails[0]?.text).toContain(`https://oja.example/chat?thread=${id}`)
  expect(mails[0]?.text).toContain('https://oja.example/login?next=%2Fsettings%23notifications')
  expect(mails[0]?.raw).not.toContain('Secret')
  expect(await t.mails(buyer.email)).toEqual([])
})

test('[CHAT-MAIL] [SHIELD-MAIL] the mail about a message with a warning asks to take care, until the reader confirms the sender', async () => {
  const { id, seller, buyer, write } = await newTalk()
  const fee = 'Send the rider fee 6,500 to this account 0123456789 Opay before he can move to your location.'
  await write(seller, 0, fee)
  const lastMail = async () => (await t.mails(buyer.email)).at(-1)?.text
  expect(await remindOfUnread(t, at(5))).toBe(1)
  expect(await lastMail()).toContain(
    'Take care: the message looks like an attempt to cheat. Send no money, code or card number before you have read our note beside it. How to trade safely\nhttps://oja.example/safety',
  )
  expect(await lastMail()).not.toContain('rider')
  await t.jobs.drain()
  await buyer.api('POST /api/threads/:id/dismiss-warnings', { params: { id } })
  await write(seller, 100)
  expect(await remindOfUnread(t, at(106))).toBe(1)
  expect(await lastMail()).not.toContain('Take care')
})

test('[CHAT-MAIL] at most one mail an hour for each conversation, and none without a newer message', async () => {
  const { seller, buyer, write, mails } = await newTalk()
  await write(buyer, 0)
  expect(await remindOfUnread(t, at(5))).toBe(1)
  await t.jobs.drain()
  for (const later of [6, 64, 66, 200]) expect(await remindOfUnread(t, at(later))).toBe(0)
  await write(buyer, 201)
  expect(await remindOfUnread(t, at(206))).toBe(1)
  await t.jobs.drain()
  await write(buyer, 210)
  expect(await remindOfUnread(t, at(265))).toBe(0)
  expect(await remindOfUnread(t, at(266))).toBe(1)
  expect(await mails(seller)).toEqual([
    'You have 1 unread message from Bola Ade about Standing fan',
    'You have 2 unread messages from Bola Ade about Standing fan',
    'You have 3 unread messages from Bola Ade about Standing fan',
  ])
})

test('[CHAT-MAIL] each party and each conversation has mails of its own', async () => {
  const { seller, buyer, write, mails } = await newTalk()
  const another = await newTalk()
  await write(buyer, 0)
  await write(seller, 1)
  await another.write(another.buyer, 1)
  expect(await remindOfUnread(t, at(10))).toBe(3)
  expect(await mails(seller)).toHaveLength(1)
  expect(await mails(buyer)).toEqual(['You have 1 unread message from Sade Cole about Standing fan'])
  expect(await another.mails(another.seller)).toHaveLength(1)
})

test('[CHAT-MAIL] no mail for read or deleted messages, if mails are off, across a block, and to or from inactive users', async () => {
  const read = await newTalk()
  const { id: upTo } = await read.write(read.buyer, 0)
  await read.seller.api('POST /api/threads/:id/read', { params: { id: read.id }, body: { upTo } })

  const changes = [
    { notify_messages: false },
    { banned_at: start },
    { deletion_due_at: start },
    { deleted_at: start },
    { email_verified_at: null },
  ]
  for (const change of changes) {
    const talk = await newTalk()
    await talk.write(talk.buyer, 0)
    await t.db.updateTable('users').set(change).where('id', '=', talk.seller.id).execute()
  }
  const blocked = await newTalk()
  await blocked.write(blocked.buyer, 0)
  const ids = { blocker_id: blocked.seller.id, blocked_id: blocked.buyer.id }
  await t.db.insertInto('blocks').values(ids).execute()
  for (const change of [{ banned_at: start }, { deletion_due_at: start }]) {
    const talk = await newTalk()
    await talk.write(talk.buyer, 0)
    await t.db.updateTable('users').set(change).where('id', '=', talk.buyer.id).execute()
  }
  const deleted = await newTalk()
  const { id: seen } = await deleted.write(deleted.buyer, 0)
  await deleted.seller.api('DELETE /api/messages/:id', { params: { id: seen } })
  // A message that has waited for more than a day.
  const old = await newTalk()
  await old.write(old.buyer, -24 * 60)
  expect(await remindOfUnread(t, at(10))).toBe(0)
})

test('[CHAT-MAIL] two servers at the same moment send one mail, and one that fails leaves it to the next', async () => {
  const { seller, buyer, write, mails } = await newTalk()
  await write(buyer, 0)
  const failing = { ...t.jobs, enqueueMail: () => Promise.reject(new Error('the queue is away')) }
  await expect(remindOfUnread({ ...t, jobs: failing }, at(10))).rejects.toThrow('the queue is away')
  const first = order.pauseBefore(/^select t.id as "threadId"/, () => remindOfUnread(t, at(10)))
  await first.reached
  const second = remindOfUnread(t, at(10))
  await endedOrBlocked(t, second)
  expect([await first.release(), await second]).toEqual([1, 0])
  expect(await mails(seller)).toHaveLength(1)
})
