import type { Browser, Page } from '@playwright/test'
import {
  closeToast,
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  open,
  phone,
  test,
} from './support/browser.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing, minutesAgo } from './support/test-listings.ts'

const section = (page: Page) => page.getByRole('region', { name: 'Questions & Answers' })
const items = (page: Page) => section(page).getByRole('listitem')
const askButton = (page: Page) => section(page).getByRole('button', { name: 'Ask Question' })
const byId = (id: number) => ({ params: { id } })

const ask = (who: Person, id: number, question: string) =>
  who.api('POST /api/listings/:id/questions', { ...byId(id), body: { question } })
const answer = (who: Person, id: number, text: string) =>
  who.api('PATCH /api/questions/:id/answer', { ...byId(id), body: { answer: text } })

/** Another signed-in browser; the section is visible and its room joined. */
async function another(browser: Browser, oja: OjaServer, who: Person | null, id: number): Promise<Page> {
  const context = await browser.newContext({ baseURL: oja.url, viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  if (who) await signIn(page, oja, who)
  await open(page, `/listings/${id}`)
  return page
}

test('[DETAIL-QUESTIONS] [SPEC-Q1] [SPEC-Q2] [STATE-QUESTIONS] [QUESTION-LIVE] [TOAST-QUESTIONS] a buyer and the seller, each in a browser, live', async ({
  page,
  browser,
  oja,
}) => {
  const [seller, buyer] = [
    await person(oja, { fullName: 'Amaka Obi' }),
    await person(oja, { fullName: 'Tunde Bello' }),
  ]
  const id = await listing(oja, seller)
  await signIn(page, oja, seller)
  await open(page, `/listings/${id}`)
  await section(page).scrollIntoViewIfNeeded()
  await expect(section(page)).toContainText('No questions yet')
  await expect(askButton(page)).toHaveCount(0)

  const theirs = await another(browser, oja, buyer, id)
  await section(theirs).scrollIntoViewIfNeeded()
  await expect(section(theirs).getByRole('button', { name: /Questions O/ })).toHaveCount(0)
  await askButton(theirs).click()
  const field = section(theirs).getByLabel('Your question')
  await expect(field).toBeFocused()
  await expect(field).toHaveAttribute('placeholder', /minimum 10 characters/)
  const post = section(theirs).getByRole('button', { name: 'Post Question' })
  await expect(post).toBeDisabled()
  await field.fill('   too short   ')
  await expect(section(theirs).getByText('9/500')).toBeVisible()
  await expect(post).toBeDisabled()
  await field.fill('Does it come with a charger?')
  await expect(section(theirs).getByText('28/500')).toBeVisible()
  await post.click()
  await expectToast(theirs, 'Question posted', 'Your question has been sent to the seller.')
  await expect(items(theirs)).toContainText(['Does it come with a charger?'])
  await expect(section(theirs)).toHaveAccessibleName('Questions & Answers 1')
  await expect(items(theirs)).toContainText(['Waiting for seller to answer...'])
  await expect(items(theirs)).toContainText(['Just now'])
  await expect(items(theirs).getByRole('button')).toHaveCount(0)
  await expect(askButton(theirs)).toBeFocused()
  // Nobody is told of what they wrote themselves.
  await expect(section(theirs).getByText(/^New question from/)).toHaveCount(0)

  await expect(items(page)).toContainText(['Tunde Bello'])
  await expect(section(page).getByText(/^New question from Tunde Bello/)).toBeAttached()
  await items(page).getByRole('button', { name: 'Reply' }).click()
  const reply = section(page).getByLabel('Your answer')
  await expect(reply).toBeFocused()
  const publish = section(page).getByRole('button', { name: 'Post Answer' })
  await reply.fill('    ')
  await expect(publish).toBeDisabled()
  await reply.fill('Yes, the one from the box.')
  await publish.click()
  await expectToast(page, 'Answer posted', 'Your answer has been published.')
  await expect(items(page).getByRole('button', { name: 'Reply' })).toHaveCount(0)

  await expect(items(theirs)).toContainText(['Yes, the one from the box.'])
  await expect(items(theirs)).not.toContainText(['Waiting for seller'])
  await expect(section(theirs).getByText(/^The seller answered/)).toBeAttached()
  await expect(section(page).getByText(/^The seller answered/)).toHaveCount(0)

  await section(page).getByRole('button', { name: 'Questions On' }).click()
  await expectToast(page, 'Questions disabled', 'Users can no longer ask questions on this listing.')
  await expect(section(page).getByRole('button', { name: 'Questions Off' })).toBeVisible()
  await expect(section(theirs)).toContainText('The seller is not taking new questions')
  await expect(askButton(theirs)).toHaveCount(0)
  await expect(items(theirs)).toHaveCount(1)
  await section(page).getByRole('button', { name: 'Questions Off' }).click()
  await expectToast(page, 'Questions enabled', 'Users can now ask questions on this listing.')
  await expect(askButton(theirs)).toBeVisible()

  await items(theirs).getByRole('link', { name: 'Tunde Bello' }).click()
  await expect(theirs).toHaveURL(`/users/${buyer.id}`)
  await theirs.context().close()
})

test('[DETAIL-QUESTIONS] [MAY-QUESTIONS] a visitor reads the first five, more of them, and is asked to log in to ask', async ({
  page,
  browser,
  oja,
}) => {
  const [seller, buyer] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller)
  for (let number = 1; number <= 7; number += 1) {
    const { id: question } = await ask(buyer, id, `Question number ${number}?`)
    await oja.database.db
      .updateTable('questions')
      .set({ created_at: minutesAgo(200 - number) })
      .where('id', '=', question)
      .execute()
    if (number % 2) await answer(seller, question, `Answer number ${number}`)
  }
  await oja.database.db
    .insertInto('questions')
    .values(
      Array.from({ length: 23 }, (_, older) => ({
        ...{ listing_id: id, asker_id: buyer.id, question: `Older question ${older + 1}?` },
        created_at: minutesAgo(300 + older),
      })),
    )
    .execute()
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: oja.url })
  const paper = await plain.newPage()
  await paper.goto(`/listings/${id}`)
  await expect(paper.getByText('Answer number 7')).toBeVisible()
  await expect(items(paper)).toHaveCount(5)
  await paper.getByRole('link', { name: 'Show more questions' }).click()
  await expect(items(paper)).toHaveCount(24)
  await paper.getByRole('link', { name: 'Older questions' }).click()
  await expect(items(paper)).toHaveCount(6)
  await expect(items(paper).last()).toContainText('Older question 23?')
  await plain.close()

  await page.setViewportSize(phone)
  await open(page, `/listings/${id}`)
  await expect(items(page)).toHaveCount(5)
  await expect(items(page).first()).toContainText('Question number 7?')
  await expect(items(page).first().locator('time').first()).toHaveText('3 hours ago')
  await page.getByRole('link', { name: 'Show more questions' }).click()
  await expect(items(page).nth(5)).toBeFocused()
  await expect(items(page).nth(6)).toContainText('Answer number 1')
  await expect(items(page)).toHaveCount(24)
  await page.getByRole('link', { name: 'Older questions' }).click()
  await expect(items(page)).toHaveCount(6)
  await expect(items(page).first()).toBeInViewport()
  await expect(items(page).last()).toContainText('Older question 23?')
  await expectAccessibleEverywhere(page)
  await askButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Login required' })
  await expect(dialog).toContainText('You need to be logged in to ask questions')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await askButton(page).click()
  await dialog.getByRole('link', { name: 'Go to Login' }).click()
  await expect(page).toHaveURL(new RegExp(`/login\\?next=/listings/${id}`))
})

test('[QUESTION-LIVE] a visitor joins only near the section, and gets its events', async ({ page, oja }) => {
  const [seller, buyer] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller, { description: 'A long story.\n\n'.repeat(120) })
  const sockets: string[] = []
  page.on('websocket', (socket) => sockets.push(socket.url()))
  await open(page, `/listings/${id}`)
  await ask(buyer, id, 'Asked before anybody listened?')
  expect(sockets).toEqual([])
  await section(page).scrollIntoViewIfNeeded()
  await expect(items(page)).toContainText(['Asked before anybody listened?'])
  expect(sockets).toHaveLength(1)
  const { id: question } = await ask(buyer, id, 'Asked while somebody listens?')
  await expect(items(page)).toHaveCount(2)
  await answer(seller, question, 'Heard at once.')
  await expect(items(page).first()).toContainText('Heard at once.')
})

test('[DETAIL-QUESTIONS] [ERROR-QUESTIONS] an unsent question is kept', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(403, 500)
  const [seller, buyer] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller)
  await signIn(page, oja, buyer)
  await open(page, `/listings/${id}`)
  await askButton(page).click()
  const field = section(page).getByLabel('Your question')
  await field.fill('Is the price negotiable?')
  const refused = 'The server takes a rest.'
  await page.route('**/api/listings/*/questions', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, json: { status: 500, detail: refused, code: 'INTERNAL' } })
      : route.fallback(),
  )
  await section(page).getByRole('button', { name: 'Post Question' }).click()
  await expectToast(page, 'Failed to post question', refused)
  await expect(field).toHaveValue('Is the price negotiable?')
  await closeToast(page)
  await page.unrouteAll()
  await page.reload()
  await expectHydrated(page)
  await askButton(page).click()
  await expect(field).toHaveValue('Is the price negotiable?')
  await section(page).getByRole('button', { name: 'Post Question' }).click()
  await expectToast(page, 'Question posted')
  await askButton(page).click()
  await expect(field).toHaveValue('')

  // The seller closes questions while one is being written, and this page does not know yet.
  await field.fill('Can I come on Sunday?')
  await page.route('**/api/listings/*/questions', async (route) => {
    if (route.request().method() === 'POST') {
      await oja.database.db
        .updateTable('listings')
        .set({ questions_enabled: false })
        .where('id', '=', id)
        .execute()
    }
    await route.fallback()
  })
  await section(page).getByRole('button', { name: 'Post Question' }).click()
  await expectToast(page, 'Failed to post question', 'The seller takes no questions on this listing')
  await expect(section(page)).toContainText('The seller is not taking new questions')
})

test('[ERROR-QUESTIONS] [STATE-QUESTIONS] the seller sees an error when an answer or the switch fails', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const [seller, buyer] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller)
  await ask(buyer, id, 'Is the price negotiable?')
  await signIn(page, oja, seller)
  await open(page, `/listings/${id}`)
  await page.route('**/api/**', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 500, json: { status: 500, detail: 'A rest.', code: 'INTERNAL' } })
      : route.fallback(),
  )
  await items(page).getByRole('button', { name: 'Reply' }).click()
  await section(page).getByLabel('Your answer').fill('A little')
  await section(page).getByRole('button', { name: 'Post Answer' }).click()
  await expectToast(page, 'Failed to post answer', 'A rest.')
  await expect(section(page).getByLabel('Your answer')).toHaveValue('A little')
  await closeToast(page)
  await section(page).getByRole('button', { name: 'Questions On' }).click()
  await expectToast(page, 'Failed to update setting')
  await expect(section(page).getByRole('button', { name: 'Questions On' })).toBeVisible()
  await closeToast(page)
  await page.unrouteAll()

  // Pressed twice before the first response: on again.
  const switches: Promise<unknown>[] = [1, 2].map((count) => {
    let seen = 0
    return page.waitForResponse(
      (response) => response.url().endsWith('/toggle-questions') && ++seen === count,
    )
  })
  await section(page).getByRole('button', { name: 'Questions On' }).dblclick()
  await Promise.all(switches)
  await expect(section(page).getByRole('button', { name: 'Questions On' })).toBeVisible()
  expect(await seller.api('GET /api/listings/:id', byId(id))).toMatchObject({ questionsEnabled: true })

  await section(page).getByRole('button', { name: 'Post Answer' }).click()
  await expectToast(page, 'Answer posted')
  await items(page).getByRole('button', { name: 'Edit answer' }).click()
  await section(page).getByLabel('Your answer').fill('Not a kobo less')
  // Another device answers meanwhile: the first press says so, the second replaces that answer.
  expectedStatuses.push(409)
  const [asked] = await seller.api('GET /api/listings/:id/questions', { ...byId(id), query: {} })
  await seller.api('PATCH /api/questions/:id/answer', {
    ...byId(asked?.id ?? 0),
    body: { answer: 'A hundred less', answeredAt: asked?.answeredAt },
  })
  await section(page).getByRole('button', { name: 'Post Answer' }).click()
  await expectToast(page, 'Failed to post answer')
  await section(page).getByRole('button', { name: 'Post Answer' }).click()
  await expectToast(page, 'Answer posted')
  await expect(items(page)).toContainText(['Not a kobo less'])
})

test('[DETAIL-QUESTIONS] [QUESTION-SOLD] a sold listing takes no new questions', async ({ page, oja }) => {
  const id = await listing(oja, await person(oja), { status: 'SOLD' })
  await signIn(page, oja, await person(oja))
  await open(page, `/listings/${id}`)
  await expect(section(page)).toContainText('This item is sold, so it takes no new questions.')
  await expect(askButton(page)).toHaveCount(0)
})

test('[DETAIL-QUESTIONS] a seller who opened a listing on a line that broke can reply once the line is back', async ({
  page,
  oja,
}) => {
  const seller = await person(oja)
  const first = await listing(oja, seller, { title: 'Drum without questions' })
  const id = await listing(oja, seller, { title: 'Drum with a question' })
  await ask(await person(oja), id, 'How many litres does it hold?')
  await signIn(page, oja, seller)
  await open(page, `/listings/${first}`)
  const toaster = page.waitForResponse(/\/assets\/toaster-/)
  await page.keyboard.press('End')
  await (await toaster).finished()
  const more = page.getByRole('region', { name: 'More from this seller' })
  await expect(more).toBeVisible()
  const code = '**/assets/*.js'
  await page.route(code, (route) => route.abort('internetdisconnected'))
  await more.getByRole('link', { name: 'Drum with a question' }).click()
  await expect(section(page).getByText('How many litres does it hold?')).toBeVisible()
  await expectToast(page, 'This did not load')
  await page.context().setOffline(true)
  await page.unroute(code)
  await page.context().setOffline(false)
  await expect(section(page).getByRole('button', { name: 'Reply' })).toBeVisible()
})
