import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Question } from '#shared/contract/questions.ts'
import { readPageInfo } from '#shared/pagination.ts'
import { failureOf } from '#tests/support/accounts.ts'
import { endedOrBlocked, type Interleaving, interleave } from '#tests/support/interleave.ts'
import { insertListing } from '#tests/support/listings.ts'
import { startTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts'

let t: TestApp
let seller: TestUser
let buyer: TestUser
let other: TestUser
let admin: TestUser
let order: Interleaving

beforeAll(async () => {
  order = interleave()
  t = await startTestApp({ PUBLIC_URL: 'https://oja.example' })
  seller = await t.user({ fullName: 'Amaka Obi' })
  buyer = await t.user({ fullName: 'Tunde Bello' })
  other = await t.user()
  admin = await t.user({ role: 'ADMIN' })
})
afterAll(() => {
  order.stop()
  return t.close()
})

const byId = (id: number) => ({ params: { id } })
const ask = (who: TestUser, listingId: number, question: string) =>
  who.api('POST /api/listings/:id/questions', { ...byId(listingId), body: { question } })
const answer = (who: TestUser, id: number, text: string) =>
  who.api('PATCH /api/questions/:id/answer', { ...byId(id), body: { answer: text } })
const toggle = (who: TestUser, id: number) =>
  who.api('PATCH /api/listings/:id/toggle-questions', { ...byId(id), body: {} })
const read = (who: Pick<TestUser, 'api'>, id: number) =>
  who.api('GET /api/listings/:id/questions', { ...byId(id), query: {} })
const visitor = {
  get api() {
    return t.visitor
  },
}

const refusal = (status: number, detail: RegExp | string) => ({
  status,
  problem: { detail: typeof detail === 'string' ? detail : expect.stringMatching(detail) },
})

describe('asking and answering', () => {
  test('[ENTITY-QUESTION] [CALL-QUESTIONS] [CALL-QUESTIONS-POST] [CALL-ANSWER] a buyer asks, the seller answers, everyone reads', async () => {
    const id = await insertListing(t, seller)
    const asked = await ask(buyer, id, '  Is the battery still good?\n\nAnd the charger?  ')
    expect(Question.strict().parse(asked)).toEqual({
      id: expect.any(Number),
      question: 'Is the battery still good?\n\nAnd the charger?',
      answer: null,
      answeredAt: null,
      createdAt: expect.any(String),
      user: { id: buyer.id, fullName: 'Tunde Bello', avatarUrl: null },
    })
    const second = await ask(other, id, 'Can you deliver to Surulere?')
    const answered = await answer(seller, asked.id, '  Both are as new.  ')
    expect(answered).toEqual({ ...asked, answer: 'Both are as new.', answeredAt: expect.any(String) })
    expect(await read(visitor, id)).toEqual([second, answered])
  })

  test('[ANSWER-VERSION] a second tab cannot replace an answer that it has not seen; after the conflict it may', async () => {
    const asked = await ask(buyer, await insertListing(t, seller), 'Is the battery still good?')
    const post = (text: string, answeredAt: string | null) =>
      seller.api('PATCH /api/questions/:id/answer', { ...byId(asked.id), body: { answer: text, answeredAt } })
    const first = await post('Yes, it is.', null)
    await expect(post('No, it is not.', null)).rejects.toMatchObject({
      status: 409,
      problem: {
        code: 'STALE_VERSION',
        detail: expect.stringContaining('“Yes, it is.”'),
        current: first,
      },
    })
    // Sent again because the response was lost.
    expect(await post('Yes, it is.', null)).toEqual(first)
    // Both at the same moment.
    const writing = order.pauseBefore(/^commit/, () => post('It is new.', first.answeredAt))
    await writing.reached
    const late = failureOf(post('It is old.', first.answeredAt))
    await endedOrBlocked(t, late)
    const second = await writing.release()
    expect((await late).problem).toMatchObject({ code: 'STALE_VERSION', current: second })
    expect(await post('No, it is not.', second.answeredAt)).toMatchObject({ answer: 'No, it is not.' })
    // Section 7: replaces any earlier answer.
    expect(await answer(seller, asked.id, 'Perhaps.')).toMatchObject({ answer: 'Perhaps.' })
  })

  test('[ANSWER-VERSION] two tabs that switch questions off leave them off', async () => {
    const id = await insertListing(t, seller)
    const setQuestionsEnabled = (questionsEnabled?: boolean) =>
      seller.api('PATCH /api/listings/:id/toggle-questions', { ...byId(id), body: { questionsEnabled } })
    expect(await setQuestionsEnabled(false)).toEqual({ questionsEnabled: false })
    expect(await setQuestionsEnabled(false)).toEqual({ questionsEnabled: false })
    expect(await setQuestionsEnabled()).toEqual({ questionsEnabled: true })
  })

  test('[SPEC-Q1] [LIMIT-QUESTION] a question has 10 to 500 characters after trimming', async () => {
    const id = await insertListing(t, seller)
    const short = refusal(400, 'Question must be at least 10 characters')
    await expect(ask(buyer, id, '   123456789   ')).rejects.toMatchObject(short)
    await expect(ask(buyer, id, '')).rejects.toMatchObject(short)
    await expect(ask(buyer, id, '          ')).rejects.toMatchObject(short)
    expect(await ask(buyer, id, ' 1234567890 ')).toMatchObject({ question: '1234567890' })
    expect(await ask(buyer, id, 'x'.repeat(500))).toMatchObject({ answer: null })
    await expect(ask(buyer, id, 'x'.repeat(501))).rejects.toMatchObject(refusal(400, /at most 500/))
  })

  test('[SPEC-Q2] [LIMIT-QUESTION] an answer is not blank and has at most 2000 characters; answering again replaces it', async () => {
    const id = await insertListing(t, seller)
    const asked = await ask(buyer, id, 'Is it still there?')
    await expect(answer(seller, asked.id, ' \n ')).rejects.toMatchObject(refusal(400, 'Answer is required'))
    await expect(answer(seller, asked.id, 'x'.repeat(2001))).rejects.toMatchObject(
      refusal(400, /at most 2000/),
    )
    expect((await read(visitor, id))[0]?.answer).toBeNull()
    await answer(seller, asked.id, 'x'.repeat(2000))
    await answer(seller, asked.id, 'Yes')
    expect((await read(visitor, id)).map((question) => question.answer)).toEqual(['Yes'])
  })

  test('[QUESTION-ONCE] the same question sent twice at once is stored once; after its answer it may be asked again', async () => {
    const id = await insertListing(t, seller)
    const twice = await Promise.all([
      ask(buyer, id, 'Is the price final?'),
      ask(buyer, id, 'Is the price final?'),
    ])
    expect(twice[0]).toEqual(twice[1])
    await ask(other, id, 'Is the price final?')
    expect(await read(visitor, id)).toHaveLength(2)
    await answer(seller, twice[0].id, 'For today')
    expect((await ask(buyer, id, 'Is the price final?')).answer).toBeNull()
  })
})

describe('access', () => {
  test('[MAY-QUESTIONS] visitors cannot ask, nor sellers about their own listings', async () => {
    const id = await insertListing(t, seller)
    const request = { ...byId(id), body: { question: 'Is it still there?' } }
    await expect(t.visitor('POST /api/listings/:id/questions', request)).rejects.toMatchObject({
      status: 401,
    })
    await expect(ask(seller, id, 'Is it still there?')).rejects.toMatchObject(
      refusal(403, /your own listing/),
    )
    expect(await ask(admin, id, 'Is it still there?')).toMatchObject({ user: { id: admin.id } })
  })

  test('[MAY-QUESTIONS] only the seller answers and switches questions', async () => {
    const id = await insertListing(t, seller)
    const asked = await ask(buyer, id, 'Is it still there?')
    for (const who of [buyer, other, admin]) {
      await expect(answer(who, asked.id, 'Yes')).rejects.toMatchObject(refusal(403, /^Only the seller/))
      await expect(toggle(who, id)).rejects.toMatchObject({ status: 403 })
    }
    const body = { answer: 'Yes' }
    await expect(
      t.visitor('PATCH /api/questions/:id/answer', { ...byId(asked.id), body }),
    ).rejects.toMatchObject({
      status: 401,
    })
    await expect(
      t.visitor('PATCH /api/listings/:id/toggle-questions', { ...byId(id), body: {} }),
    ).rejects.toMatchObject({
      status: 401,
    })
    await expect(answer(seller, 2_000_000_000, 'Yes')).rejects.toMatchObject({ status: 404 })
  })

  test('[CALL-QUESTIONS] questions come 24 at a time, newest first, with the number of all that the viewer may see', async () => {
    const id = await insertListing(t, seller)
    // Some at the same time.
    const created_at = new Date(Date.now() - 60_000)
    await t.db
      .insertInto('questions')
      .values(
        Array.from({ length: 50 }, (_, index) => ({
          ...{ listing_id: id, asker_id: index % 2 ? buyer.id : other.id, question: `Question ${index}?` },
          ...(index % 3 === 0 ? { created_at } : {}),
          ...(index < 30 ? { answer: 'Yes', answered_at: new Date() } : {}),
        })),
      )
      .execute()
    const pages = async ({ cookie }: { cookie?: string }) => {
      const read: Question[][] = []
      const totals = new Set<number>()
      for (let url: string | null = `/api/listings/${id}/questions`; url; ) {
        const response = await t.app.inject({ url, headers: cookie ? { cookie } : {} })
        const info = readPageInfo({ get: (name) => `${response.headers[name] ?? ''}` || null })
        read.push(response.json<Question[]>())
        totals.add(info.total)
        url = info.next
      }
      return { sizes: read.map((page) => page.length), totals: [...totals], all: read.flat() }
    }
    const { sizes, totals, all } = await pages({})
    expect({ sizes, totals }).toEqual({ sizes: [24, 24, 2], totals: [50] })
    expect(new Set(all.map((question) => question.id)).size).toBe(50)
    expect(all).toEqual(
      all.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.id - a.id),
    )
    await toggle(seller, id)
    expect(await pages({})).toMatchObject({ sizes: [24, 6], totals: [30] })
    expect(await pages(buyer)).toMatchObject({ sizes: [24, 16], totals: [40] })
    expect(await pages(seller)).toMatchObject({ sizes: [24, 24, 2], totals: [50] })
  })

  test('[QUESTION-VISIBLE] a hidden listing returns 404 to strangers, a deleted one 410', async () => {
    const hidden = await insertListing(t, seller)
    const asked = await ask(buyer, hidden, 'Is it still there?')
    await seller.api('PATCH /api/listings/:id', { ...byId(hidden), body: { status: 'HIDDEN' } })
    for (const call of [
      () => read(visitor, hidden),
      () => read(buyer, hidden),
      () => ask(buyer, hidden, 'Where has it gone?'),
      () => answer(buyer, asked.id, 'Yes'),
      () => toggle(buyer, hidden),
      () => read(visitor, 2_000_000_000),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 404 })
    }
    expect(await read(seller, hidden)).toEqual([asked])
    expect(await read(admin, hidden)).toEqual([asked])
    await expect(ask(admin, hidden, 'Why is it hidden?')).rejects.toMatchObject(refusal(409, /not public/))
    const away = await t.user()
    const theirs = await insertListing(t, away)
    await t.db.updateTable('users').set({ banned_at: new Date() }).where('id', '=', away.id).execute()
    await expect(ask(admin, theirs, 'Is it there?')).rejects.toMatchObject(refusal(409, /not public/))

    await seller.api('DELETE /api/listings/:id', byId(hidden))
    await t.db.updateTable('listings').set({ status: 'ACTIVE' }).where('id', '=', hidden).execute()
    for (const call of [
      () => read(visitor, hidden),
      () => ask(buyer, hidden, 'Where has it gone?'),
      () => answer(seller, asked.id, 'Yes'),
      () => toggle(seller, hidden),
    ]) {
      await expect(call()).rejects.toMatchObject({ status: 410 })
    }
  })

  test('[QUESTION-SOLD] a sold listing takes no new questions, and its old ones can be answered', async () => {
    const id = await insertListing(t, seller)
    const asked = await ask(buyer, id, 'Is it still there?')
    await seller.api('PATCH /api/listings/:id', { ...byId(id), body: { status: 'SOLD' } })
    await expect(ask(buyer, id, 'Have you another one?')).rejects.toMatchObject(refusal(409, /is sold/))
    expect(await answer(seller, asked.id, 'It is gone.')).toMatchObject({ answer: 'It is gone.' })
  })

  test('[QUESTION-BLOCK] people who blocked each other cannot ask each other', async () => {
    const id = await insertListing(t, seller)
    const blocked = await t.user()
    const blocks = (blocker: TestUser, other: TestUser) =>
      t.db.insertInto('blocks').values({ blocker_id: blocker.id, blocked_id: other.id }).execute()
    await blocks(seller, blocked)
    await expect(ask(blocked, id, 'Is it still there?')).rejects.toMatchObject(
      refusal(403, 'This seller takes no questions from you.'),
    )
    const blocking = await t.user()
    await blocks(blocking, seller)
    await expect(ask(blocking, id, 'Is it still there?')).rejects.toMatchObject(
      refusal(403, /^You blocked this seller/),
    )
    expect(await read(visitor, id)).toEqual([])
  })

  test('[QUESTION-VISIBLE] questions of inactive users are not shown', async () => {
    const id = await insertListing(t, seller)
    const leaving = await t.user()
    const asked = await ask(leaving, id, 'Is it still there?')
    await answer(seller, asked.id, 'Yes')
    for (const column of ['banned_at', 'deletion_due_at', 'deleted_at'] as const) {
      await t.db
        .updateTable('users')
        .set({ [column]: new Date() })
        .where('id', '=', leaving.id)
        .execute()
      expect(await read(visitor, id)).toEqual([])
      await t.db
        .updateTable('users')
        .set({ [column]: null })
        .where('id', '=', leaving.id)
        .execute()
    }
    expect(await read(visitor, id)).toHaveLength(1)
  })

  test('[QUESTION-LIMIT] [ABUSE-QUOTA] questions are rate limited', async () => {
    const strict = await startTestApp({ RATE_LIMIT_FACTOR: '0.1' })
    const [owner, asker] = [await strict.user(), await strict.user()]
    const id = await insertListing(strict, owner)
    for (const number of [1, 2, 3, 4]) await ask(asker, id, `Question number ${number}`)
    // The same text again is the same question.
    await ask(asker, id, 'Question number 4')
    await expect(ask(asker, id, 'Question number 5')).rejects.toMatchObject(
      refusal(429, /^New accounts can ask 4 questions a day\. You can ask the next one in about 24 hours\.$/),
    )
    await strict.close()
  })
})

describe('the switch', () => {
  test('[STATE-QUESTIONS] [CALL-TOGGLE-QUESTIONS] the seller switches questions off and on', async () => {
    const id = await insertListing(t, seller)
    const open = await ask(buyer, id, 'Is it still there?')
    const done = await ask(buyer, id, 'Does it have a box?')
    const answered = await answer(seller, done.id, 'Yes')
    expect(await toggle(seller, id)).toEqual({ questionsEnabled: false })
    expect(await t.visitor('GET /api/listings/:id', byId(id))).toMatchObject({ questionsEnabled: false })
    for (const who of [visitor, other, admin]) expect(await read(who, id)).toEqual([answered])
    expect(await read(seller, id)).toEqual([answered, open])
    expect(await answer(seller, open.id, 'It is')).toMatchObject({ answer: 'It is' })
    expect(await toggle(seller, id)).toEqual({ questionsEnabled: true })
  })

  test('[QUESTION-OFF] nobody asks while questions are off', async () => {
    const id = await insertListing(t, seller)
    await toggle(seller, id)
    for (const asker of [buyer, admin])
      await expect(ask(asker, id, 'Can I see it on Sunday?')).rejects.toMatchObject(
        refusal(403, 'The seller takes no questions on this listing at the moment.'),
      )
    expect(await read(seller, id)).toEqual([])
    await toggle(seller, id)
    expect(await ask(buyer, id, 'Can I see it on Sunday?')).toMatchObject({ answer: null })
  })

  test('[QUESTION-ASKER] askers see their question, answered or not, also when questions are off', async () => {
    const id = await insertListing(t, seller)
    const waiting = await ask(buyer, id, 'Is the engine loud?')
    const notTheirs = await ask(other, id, 'Is the paint original?')
    await toggle(seller, id)
    expect(await read(buyer, id)).toEqual([waiting])
    expect(await read(other, id)).toEqual([notTheirs])
    expect(await read(visitor, id)).toEqual([])
    const answered = await answer(seller, waiting.id, 'A little')
    expect(await read(buyer, id)).toEqual([answered])
    expect(await read(other, id)).toEqual([notTheirs, answered])
  })

  test('[STATE-QUESTIONS] quick simultaneous presses end in the last state', async () => {
    const id = await insertListing(t, seller)
    const answers = await Promise.all(Array.from({ length: 7 }, () => toggle(seller, id)))
    expect(answers.filter(({ questionsEnabled }) => questionsEnabled)).toHaveLength(3)
    expect(await seller.api('GET /api/listings/:id', byId(id))).toMatchObject({ questionsEnabled: false })
  })
})

describe('mails', () => {
  test('[QUESTION-MAIL] the seller gets a mail about a question, the asker about the first answer', async () => {
    const [owner, asker] = [await t.user({ fullName: 'Ngozi Eze' }), await t.user({ fullName: 'Musa Bello' })]
    const id = await insertListing(t, owner, { title: 'Iron bed frame' })
    const asked = await ask(asker, id, 'Does it come apart?')
    await ask(asker, id, 'Does it come apart?')
    const [toOwner, ...more] = await t.mails(owner.email)
    expect(more).toEqual([])
    expect(toOwner?.subject).toMatch(/Musa Bello has a question about .*Iron bed frame/)
    expect(toOwner?.text).toContain('Does it come apart?')
    // Only the seller can answer, once logged in.
    expect(toOwner?.text).toContain(`https://oja.example/login?next=%2Flistings%2F${id}%23questions`)

    await answer(owner, asked.id, 'Yes, six screws.')
    await t.mails(asker.email)
    await answer(owner, asked.id, 'Yes, eight screws.')
    const [toAsker, ...again] = await t.mails(asker.email)
    expect(again).toEqual([])
    expect(toAsker?.subject).toMatch(/Ngozi Eze answered your question/)
    expect(toAsker?.text).toContain('Yes, six screws.')
    expect(toAsker?.text).toContain(`https://oja.example/listings/${id}#questions`)
  })

  test('[QUESTION-MAIL] no mail if it is off, to an inactive user, or across a block', async () => {
    const owner = await t.user()
    const id = await insertListing(t, owner)
    const unwilling = await t.user()
    const inactive = await t.user()
    const [blocking, blocked] = [await t.user(), await t.user()]
    const asked = []
    for (const asker of [unwilling, inactive, blocking, blocked])
      asked.push(await ask(asker, id, 'Is it still there?'))
    await t.db
      .updateTable('users')
      .set({ notify_questions: false })
      .where('id', 'in', [owner.id, unwilling.id])
      .execute()
    await t.db
      .updateTable('users')
      .set({ deletion_due_at: new Date() })
      .where('id', '=', inactive.id)
      .execute()
    for (const [blocker, other] of [
      [blocking, owner],
      [owner, blocked],
    ] as const)
      await t.db.insertInto('blocks').values({ blocker_id: blocker.id, blocked_id: other.id }).execute()
    for (const { id: question } of asked) await answer(owner, question, 'Yes')
    await ask(other, id, 'Is it still there?')
    expect(await t.mails(owner.email)).toHaveLength(asked.length)
    for (const who of [unwilling, inactive, blocking, blocked]) expect(await t.mails(who.email)).toEqual([])
  })
})
