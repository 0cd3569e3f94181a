import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { composeMail } from '#server/core/mail/compose-mail.ts'
import { toHtml } from '#server/core/mail/mail-html.ts'
import { readEnv } from '#server/env.ts'
import { everyMail } from '#tests/support/every-mail.ts'
import { expect, expectAccessible, test } from './support/browser.ts'

const origin = 'https://oja.example'
const env = readEnv({
  NODE_ENV: 'test',
  PUBLIC_URL: origin,
  SECRET_KEY: 'a secret of 32 characters or more',
})

/** Every mail as a page, with long user texts. */
async function pages(...written: Parameters<typeof everyMail>): Promise<[name: string, html: string][]> {
  const mails = Object.entries(everyMail(...written)).map(async ([name, draft]) => {
    const { content, subject } = await composeMail(draft, env)
    if (!content) throw new Error(`${name} has no content.`)
    return [name, await toHtml(content, subject, origin)] as [string, string]
  })
  return Promise.all(mails)
}

/** Shows a mail as a program with pictures enabled does. */
async function showMail(page: Page, html: string): Promise<void> {
  const icon = await readFile('web/public/icon-192.png')
  await page.route(`${origin}/**`, (route) => route.fulfill({ body: icon, contentType: 'image/png' }))
  await page.setContent(html)
}

test('[MAIL-LOOK] no mail is wider than its screen, whatever users wrote, and its button is large enough for a thumb', async ({
  page,
}) => {
  const link = `https://shop.example.com/${'a'.repeat(300)}`
  for (const [name, html] of await pages({
    name: link.slice(0, 80),
    title: link.slice(0, 100),
    text: link,
  })) {
    await showMail(page, html)
    for (const width of [320, 360, 600]) {
      await page.setViewportSize({ width, height: 800 })
      const scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth)
      expect([name, width, scrollWidth]).toEqual([name, width, width])
    }
    for (const button of await page.locator('.button a').all())
      expect((await button.boundingBox())?.height, name).toBeGreaterThanOrEqual(44)
  }
})

for (const colorScheme of ['light', 'dark'] as const)
  test(`[MAIL-LOOK] every part of a mail is readable on a ${colorScheme} screen`, async ({ page }) => {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 360, height: 800 })
    for (const [name, html] of await pages()) {
      // Together these have every kind of block.
      if (!['registration', 'question', 'listingsDeleted'].includes(name)) continue
      await showMail(page, html)
      await expectAccessible(page)
    }
  })
