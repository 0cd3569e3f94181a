import type { Page } from '@playwright/test'
import { readSentMail } from '#tests/support/sent-mail.ts'
import { expect, expectAccessibleEverywhere, phone, test } from './support/browser.ts'
import { type Person, person } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

/** A user who was reviewed, and the path of the link in the mail about it. */
async function reviewed(oja: OjaServer): Promise<{ ada: Person; path: string }> {
  const [ada, bola] = [await person(oja), await person(oja)]
  await bola.api('POST /api/users/:id/reviews', { params: { id: ada.id }, body: { stars: 5 } })
  const find = async () =>
    /\/unsubscribe\?\S+/.exec((await readSentMail(oja.dataDir, ada.email)).at(-1)?.text ?? '')?.[0]
  await expect.poll(find).toBeTruthy()
  return { ada, path: (await find()) ?? '' }
}

async function reviewMails({ api }: Person): Promise<boolean> {
  return (await api('GET /api/settings')).notifications.reviews
}

/** Opens the link, which changes nothing, and presses its button. */
async function pressThrough(page: Page, { ada, path }: { ada: Person; path: string }): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No more mails about reviews?')
  expect(await reviewMails(ada)).toBe(true)
  await page.getByRole('button', { name: 'Turn them off' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mails about reviews are off')
  await expect(page).toHaveURL('/unsubscribe?off=reviews')
  expect(await reviewMails(ada)).toBe(false)
}

test('[MAIL-UNSUBSCRIBE] the link in a mail opens a page whose button turns such mails off', async ({
  page,
  oja,
}) => {
  const link = await reviewed(oja)
  await page.goto(link.path)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await pressThrough(page, link)
  await page.goto('/unsubscribe?token=reviews-1')
  await page.getByRole('button', { name: 'Turn them off' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link is incomplete')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: phone })

  test('[MAIL-UNSUBSCRIBE] the link in a mail and its button still work', async ({ page, oja }) => {
    await pressThrough(page, await reviewed(oja))
  })
})
