import { administrator, confirm, rowOf, tab } from './support/administrators.ts'
import { dialog, fillRegistration, newcomer, press } from './support/auth-forms.ts'
import { expect, expectAccessibleEverywhere, expectToast, holdRequests, open } from './support/browser.ts'
import { test as base, sendMessage, talk } from './support/chat-fixture.ts'
import { chooser, fillListing, goodDescription, submit } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { type OjaServer, startServer } from './support/server.ts'
import { closeTabs, titlesOfTabs } from './support/tabs.ts'
import { listing, photoFiles } from './support/test-listings.ts'

/** On a server with the limits of production. */
const test = base.extend<object, { oja: OjaServer }>({
  oja: [
    async ({ browserName: _ }, use) => {
      const server = await startServer({ RATE_LIMIT_FACTOR: '1', PROOF_OF_WORK: '1' })
      await use(server)
      const errors = server.errors()
      await server.stop()
      expect(errors, 'errors in the log of the server').toEqual([])
    },
    { scope: 'worker' },
  ],
})

test('[ABUSE-COPIES] [ABUSE-QUEUE] the third copy is held for review, its seller sees it, an administrator releases it', async ({
  page,
  oja,
  enter,
}) => {
  const seller = await person(oja, { fullName: 'Kemi Copies' })
  const { id: categoryId } = (await seller.api('GET /api/categories')).find(
    ({ name }) => name === 'Electronics',
  ) ?? { id: 0 }
  for (const title of ['Gas cooker, black', 'GAS COOKER (black)'])
    await listing(oja, seller, {
      title,
      description: goodDescription,
      price: 8_500_000,
      category_id: categoryId,
    })
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await fillListing(page, 'Gas cooker black')
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, 'Create Listing')
  const reason =
    'We look at this listing before others can see it: you have 2 active listings that say the same.'
  await expectToast(page, 'Listing created!', reason)
  await page.waitForURL(/\/listings\/\d+$/)
  await expect(page.getByRole('main')).toContainText(reason)
  await expect(page.getByRole('main')).not.toContainText('Our moderators hid')
  const address = new URL(page.url()).pathname
  await open(page, '/my-listings?tab=hidden')
  await expect(page.getByRole('article').filter({ hasText: 'Gas cooker black' })).toContainText(reason)
  const isPublic = async () => (await fetch(new URL(address, oja.url))).status
  expect(await isPublic()).toBe(404)

  const desk = await enter(await administrator(oja), '/admin')
  await expect(tab(desk, 'Held back')).toHaveText('Held back1 pending')
  await tab(desk, 'Held back').click()
  const row = rowOf(desk, 'Gas cooker black')
  await expect(row).toContainText('Kemi Copies')
  await expect(row).toContainText('Its seller has too many active listings that say the same.')
  await expect(row.getByRole('link', { name: 'Gas cooker, black' })).toBeVisible()
  await expectAccessibleEverywhere(desk)
  await desk.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: 'Release Gas cooker black' }).click()
  await expectToast(desk, 'Released')
  await expect(row).toContainText('Released')
  await expect(row.getByRole('button')).toHaveCount(0)
  await expect(tab(desk, 'Held back')).toHaveText('Held back')
  expect(await isPublic()).toBe(200)
})

test('[ABUSE-TEXT] [ABUSE-QUEUE] a copied description is rejected with a reason, which its owner sees', async ({
  page,
  oja,
  enter,
}) => {
  const [honest, thief] = [await person(oja, { fullName: 'Hawa Honest' }), await person(oja)]
  const words = 'My grandmother’s radio, repaired by hand in Kano, with all its valves and a cloth cover. '
  await listing(oja, honest, { title: 'Old valve radio', description: words })
  await signIn(page, oja, thief)
  await open(page, '/sell')
  await fillListing(page, 'Cheap radio')
  await page.getByRole('main').getByLabel('Description', { exact: true }).fill(words.toUpperCase())
  await chooser(page).setInputFiles(await photoFiles(1))
  await submit(page, 'Create Listing')
  await page.waitForURL(/\/listings\/\d+$/)

  const desk = await enter(await administrator(oja), '/admin?tab=held&decision=OPEN')
  const row = rowOf(desk, 'Cheap radio')
  await expect(row).toContainText('Like Old valve radio of Hawa Honest')
  await row.getByRole('button', { name: 'Reject Cheap radio' }).click()
  await desk.getByLabel('Reason (optional)').fill('These are not your words.')
  await confirm(desk, 'Reject Listing', 'Reject')
  await expectToast(desk, 'Rejected')
  await page.reload()
  await expect(page.getByRole('main')).toContainText('Our moderators hid this listing: only you can see it.')
  await expect(page.getByRole('main')).toContainText('Reason: These are not your words.')
})

test('[ABUSE-MESSAGES] a held message shows that, and is updated once it is decided', async ({
  oja,
  enter,
}) => {
  const advert = 'Phones for half the price, call 0803 123 4567 now'
  const buyer = await person(oja, { fullName: 'Sunny Sends' })
  for (let count = 0; count < 5; count += 1) await talk(oja, { buyer, first: advert })
  const { threadId, seller } = await talk(oja, { buyer })
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  await page.getByPlaceholder('Type a message...').fill(advert)
  await page.keyboard.press('Enter')
  const bubble = page.locator('[data-own=true]').filter({ hasText: advert })
  await expect(bubble).toContainText('We look at this message before it is delivered.')
  await expect(bubble).toHaveAttribute('data-state', 'held')
  await page.reload()
  await expect(bubble).toHaveAttribute('data-state', 'held')

  const desk = await enter(await administrator(oja), '/admin?tab=held&kind=MESSAGE')
  await expect(rowOf(desk, advert)).toContainText('The same text went to many conversations within an hour.')
  await rowOf(desk, advert).getByRole('button', { name: 'Release' }).click()
  await expectToast(desk, 'Released')
  await expect(bubble).toHaveAttribute('data-state', 'sent')
  await expect(bubble).toHaveCount(1)
  await expect(bubble).not.toContainText('We look at this message')
  const theirs = await enter(seller, `/chat?thread=${threadId}`)
  await expect(theirs.getByText(advert).last()).toBeVisible()

  const { threadId: last } = await talk(oja, { buyer })
  await page.goto(`/chat?thread=${last}`)
  await page.getByPlaceholder('Type a message...').fill(advert)
  await page.keyboard.press('Enter')
  await expect(bubble).toHaveAttribute('data-state', 'held')
  await desk.reload()
  await rowOf(desk, advert).first().getByRole('button', { name: 'Reject' }).click()
  await confirm(desk, 'Reject Message', 'Reject')
  await expectToast(desk, 'Rejected')
  await expect(bubble).toHaveAttribute('data-state', 'refused')
  await expect(bubble).toContainText('Not delivered: our moderators did not let it through.')
})

test('[ABUSE-LINKS] a link out of Oja shows its host and asks first; one to Oja opens directly', async ({
  oja,
  enter,
  browser,
}) => {
  const { buyer, seller, threadId, listingId } = await talk(oja)
  await sendMessage(
    seller,
    threadId,
    `See https://oja.example@pay.example/now?x=1 and ${oja.url}/listings/${listingId}`,
  )
  await sendMessage(seller, threadId, 'Or https://www.paypаl.com and javascript:alert(1)')
  const page = await enter(buyer, `/chat?thread=${threadId}`)
  const links = page.getByRole('region', { name: /^Messages with/ }).getByRole('link')
  // Three addresses, and the card of the listing below its own.
  await expect(links).toHaveCount(4)
  const outside = links.filter({ hasText: 'pay.example/now?x=1' })
  await expect(outside).toHaveText('pay.example/now?x=1 (opens another website)')
  await expect(outside).toHaveAttribute('rel', /noopener noreferrer nofollow/)

  await outside.click()
  const asked = page.getByRole('dialog', { name: 'This link leads out of Oja' })
  await expect(asked).toContainText('It goes to pay.example')
  await expect(asked).toContainText('Do not pay there')
  await expect(asked.getByRole('button', { name: 'Stay here' })).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await asked.getByRole('button', { name: 'Stay here' }).click()
  await expect(asked).toHaveCount(0)
  expect(page.context().pages()).toHaveLength(1)

  await page.context().route('https://pay.example/**', (route) => route.fulfill({ body: 'elsewhere' }))
  await outside.click()
  const open = asked.getByRole('link', { name: 'Open the link' })
  await expect(open).toHaveAttribute('href', 'https://pay.example/now?x=1')
  // Another tab, without access to this one.
  await expect(open).toHaveAttribute('target', '_blank')
  await expect(open).toHaveAttribute('rel', /noopener/)
  await open.click()
  await expect(asked).toHaveCount(0)
  await expect.poll(() => titlesOfTabs(browser, '/now')).toHaveLength(1)
  await closeTabs(browser, '/now')

  await links.filter({ hasText: 'xn--' }).click()
  await expect(asked).toContainText('www.xn--paypl-7ve.com')
  await expect(asked).toContainText('letters that can look like others')
  await page.keyboard.press('Escape')
  await links.filter({ hasText: `/listings/${listingId}` }).click()
  await page.waitForURL(`/listings/${listingId}`)
  await expect.poll(() => page.context().pages().length).toBe(1)
})

test('[ABUSE-PROOF] after many registrations the browser is checked, and then the account is opened', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(428)
  for (let count = 0; count < 5; count += 1) {
    const answer = await fetch(new URL('/api/auth/register-email', oja.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...newcomer(), password: 'grey lorry 7', phone: '+2348031234567' }),
    })
    expect(answer.status).toBe(201)
  }
  await open(page, '/register')
  await fillRegistration(page, newcomer())
  const release = await holdRequests(page, '**/api/auth/challenge')
  await press(page, 'Register')
  await expect(page.getByRole('button', { name: 'Checking your browser...' })).toBeVisible()
  release()
  await expect(dialog(page)).toBeVisible()
})
