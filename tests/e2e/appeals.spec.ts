import { rules } from '#shared/rules.ts'
import { readSentMail } from '#tests/support/sent-mail.ts'
import { administrator, confirm, rowOf, tab } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, phone, routeOnce } from './support/browser.ts'
import { test } from './support/chat-fixture.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[NOTICE-RULE] [APPEAL-ONCE] [APPEAL-OTHER] [APPEAL-OVERTURNED] a hidden listing is appealed and comes back', async ({
  page,
  oja,
  enter,
  expectedStatuses,
}) => {
  test.slow()
  expectedStatuses.push(404)
  const [admin, other, seller] = [
    await administrator(oja, 'Ife Admin'),
    await administrator(oja, 'Obi Admin'),
    await person(oja, { fullName: 'Uche Owner' }),
  ]
  const id = await listing(oja, seller, { title: 'Appealed lamp' })

  const desk = await enter(admin, '/admin?q=appealed+lamp')
  await rowOf(desk, 'Appealed lamp').getByRole('button', { name: 'Hide Appealed lamp' }).click()
  await desk.getByLabel('Rule (optional)').selectOption('Copied photos or text')
  await desk.getByLabel('Reason (optional)').fill('The photos are from a shop.')
  await confirm(desk, 'Hide Listing', 'Hide')
  await expectToast(desk, 'Listing updated')

  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/my-listings?tab=hidden')
  const card = page.getByRole('article').filter({ hasText: 'Appealed lamp' })
  await expect(card).toContainText('Reason: The photos are from a shop.')
  await expect(card.getByRole('link', { name: 'Copied photos or text' })).toHaveAttribute(
    'href',
    '/rules#copied',
  )
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await card.getByRole('link', { name: 'Appeal: Appealed lamp' }).click()
  await expect(page.getByRole('main')).toContainText('Your listing “Appealed lamp” was hidden')
  await page.getByLabel('Why is this decision wrong?').fill('I took them in my shop.')
  await expectAccessibleEverywhere(page)
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('main')).toContainText('Your appeal is with us.')
  await expect(page.getByRole('main')).toContainText('I took them in my shop.')

  await open(desk, '/admin?tab=appeals&outcome=OPEN')
  const own = rowOf(desk, 'Appealed lamp')
  await expect(own).toContainText('Another administrator decides')
  for (const word of ['Uphold', 'Overturn'])
    await expect(own.getByRole('button', { name: new RegExp(`^${word}`) })).toBeDisabled()

  const otherDesk = await enter(other, '/admin')
  await expect(tab(otherDesk, 'Appeals')).toContainText('pending')
  await tab(otherDesk, 'Appeals').click()
  const row = rowOf(otherDesk, 'Appealed lamp')
  await expect(row).toContainText('I took them in my shop.')
  await expectAccessibleEverywhere(otherDesk)
  await otherDesk.setViewportSize({ width: 1280, height: 800 })
  await row.getByRole('button', { name: /^Overturn/ }).click()
  const dialog = otherDesk.getByRole('dialog', { name: 'Overturn Decision' })
  await expect(dialog.getByRole('button', { name: 'Overturn' })).toBeDisabled()
  await dialog.getByLabel('Reason').fill('The shop is yours.')
  await confirm(otherDesk, 'Overturn Decision', 'Overturn')
  await expectToast(otherDesk, 'Decision overturned')
  await expect(row).toContainText('Overturned')
  await expect(row.getByRole('button')).toHaveCount(0)

  await page.reload()
  await expect(page.getByRole('main')).toContainText('Your appeal succeeded')
  await expect(page.getByRole('main')).toContainText('The shop is yours.')
  expect((await fetch(new URL(`/listings/${id}`, oja.url))).status).toBe(200)
  // The list of one's own decisions has it too.
  await open(page, '/appeal')
  await expect(page.getByRole('article')).toContainText('Your appeal succeeded')
})

test('[APPEAL-ONCE] an appeal whose answer was lost is not refused when it is sent again', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409, 503)
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const id = await listing(oja, seller)
  await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: {} })
  const [decision] = await seller.api('GET /api/decisions')
  await open(page, `/appeal?token=${decision?.token}`)
  await page.getByLabel('Why is this decision wrong?').fill('It is mine.')
  await routeOnce(page, '**/api/appeals*', async (route) => {
    await route.fetch()
    await route.fulfill({ status: 503, json: { status: 503, detail: 'The answer was lost.' } })
  })
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expectToast(page, 'Not sent')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('main')).toContainText('Your appeal is with us.')
})

test('[APPEAL-ONCE] an appeal that is being written is there after a reload, and gone once it is sent', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const id = await listing(oja, seller)
  await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: {} })
  const [decision] = await seller.api('GET /api/decisions')
  await open(page, `/appeal?token=${decision?.token}`)
  const text = page.getByLabel('Why is this decision wrong?')
  await text.fill('I have the receipt.')
  await page.reload()
  await expect(text).toHaveValue('I have the receipt.')
  // The next person at this computer does not read it: nobody is logged in who could log out.
  const next = await page.context().newPage()
  await open(next, `/appeal?token=${decision?.token}`)
  await expect(next.getByLabel('Why is this decision wrong?')).toHaveValue('')
  await next.close()
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('main')).toContainText('Your appeal is with us.')
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain('receipt')
})

test('[RULES-PAGE] [TRANSPARENCY-MONTHS] [NOTICE-RULE] the mail about a ban leads to the rule, and to the appeal without a session', async ({
  page,
  oja,
}) => {
  const [admin, banned] = [await administrator(oja), await person(oja)]
  await admin.api('POST /api/admin/users/:id/ban', {
    params: { id: banned.id },
    body: { reason: 'Asked for a deposit.', rule: 'fraud' },
  })
  // What the last page of this test counts: two reports and two appeals with either outcome.
  const [other, seller] = [await administrator(oja), await person(oja)]
  for (const decided of ['upheld', 'dismissed'] as const) {
    const isUpheld = decided === 'upheld'
    const id = await listing(oja, seller)
    const report = { targetType: 'LISTING', targetId: id, reason: 'Wrong price' } as const
    const { id: reportId } = await person(oja).then(({ api }) => api('POST /api/reports', { body: report }))
    const status = isUpheld ? 'ACTIONED' : 'REVIEWED'
    await admin.api('PATCH /api/admin/reports/:id', { params: { id: reportId }, body: { status } })
    await admin.api('DELETE /api/admin/listings/:id', { params: { id }, body: {} })
    const [decision] = await seller.api('GET /api/decisions')
    const query = { token: decision?.token ?? '' }
    await seller.api('POST /api/appeals', { query, body: { text: 'It is mine.' } })
    const waiting = await other.api('GET /api/admin/appeals', { query: { outcome: 'OPEN', limit: 100 } })
    await other.api('PATCH /api/admin/appeals/:id', {
      params: { id: waiting.find(({ appellant }) => appellant.id === seller.id)?.id ?? 0 },
      body: { outcome: isUpheld ? 'OVERTURNED' : 'UPHELD', answer: 'We looked again.' },
    })
  }
  const find = async (pattern: RegExp) =>
    pattern.exec((await readSentMail(oja.dataDir, banned.email)).at(-1)?.text ?? '')?.[0] ?? ''
  await expect.poll(() => find(/\/appeal\?\S+/)).not.toBe('')
  await page.setViewportSize(phone)
  await page.goto(await find(/\/appeal\?\S+/))
  await expect(page.getByRole('main')).toContainText(`Your account @${banned.username} was banned`)
  await expect(page.getByRole('main')).toContainText('Asked for a deposit.')
  await page.getByLabel('Why is this decision wrong?').fill('It was my cousin.')
  await page.getByRole('button', { name: 'Send appeal' }).click()
  await expect(page.getByRole('main')).toContainText('Your appeal is with us.')
  await page.getByRole('link', { name: 'Fraud or attempted fraud' }).click()
  await expect(page).toHaveURL('/rules#fraud')
  await expect(page.getByRole('heading', { name: 'Fraud or attempted fraud' })).toBeInViewport()
  for (const { id, title } of rules) await expect(page.locator(`#${id}`)).toHaveText(title)
  await expectAccessibleEverywhere(page)

  await open(page, '/about')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Rules', exact: true }).click()
  await page.getByRole('link', { name: 'Our numbers' }).click()
  await expect(page).toHaveURL('/transparency')
  await expect(page.getByRole('main')).toContainText(/Acts: .*[1-9]\d* accounts? banned/)
  await expect(page.getByRole('main')).toContainText(
    /Reports: .* decided: [1-9]\d* upheld, [1-9]\d* dismissed/,
  )
  await expect(page.getByRole('main')).toContainText(
    /Appeals: .* decided: [1-9]\d* succeeded \(\d+ %\), [1-9]\d* dismissed/,
  )
  await expectAccessibleEverywhere(page)
})
