import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type PushReceiver, startPushReceiver } from '../support/push-receiver.ts'
import { expect, expectHydrated, expectToast } from './support/browser.ts'
import { openWithWorker, test as withWorker } from './support/offline.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

const test = withWorker.extend<{ service: PushReceiver }>({
  service: async ({ browserName: _ }, use) => {
    const service = await startPushReceiver()
    await use(service)
    await service.close()
  },
})

/** Two people with a conversation; whose page it is has no quiet hours. */
async function talk(oja: OjaServer) {
  const [ada, bayo] = [await person(oja), await person(oja, { fullName: 'Bayo Ade' })]
  const listingId = await listing(oja, bayo, { title: 'Pushed pushchair' })
  const { id } = await ada.api('POST /api/threads', { body: { listingId } })
  await oja.database.db
    .insertInto('notification_settings')
    .values({ user_id: ada.id, quiet_from: null, quiet_to: null })
    .execute()
  return { ada, bayo, thread: id }
}

const write = ({ api }: Person, id: number, body: string) =>
  api('POST /api/threads/:id/messages', { params: { id }, body: { body, clientId: randomUUID() } })

/**
 * Headless Chromium refuses notifications whatever it is granted, and reaches no push service: these stand for a person who allows
 * them, and for the answer of a service. The rest is the browser's own.
 */
async function allowPush(page: Page, device: object): Promise<void> {
  await page.addInitScript((subscription) => {
    let permission: NotificationPermission = localStorage.getItem('asked') ? 'granted' : 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      localStorage.setItem('asked', 'yes')
      permission = 'granted'
      return permission
    }
    PushManager.prototype.subscribe = async (options) =>
      ({ ...subscription, options, toJSON: () => subscription, unsubscribe: async () => true }) as never
  }, device)
}

const asked = (page: Page) => page.evaluate(() => localStorage.getItem('asked'))

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: /message/i }).fill(text)
  await page.keyboard.press('Enter')
  await expect(page.getByText(text).last()).toBeVisible()
}

const card = (page: Page) => page.getByRole('complementary', { name: 'Turn on push' })

test('[PUSH-BROWSER] after a message a card asks, the browser only after a press; an answer reaches the device, and Settings turn it off', async ({
  page,
  oja,
  testProxy,
  service,
}) => {
  const { ada, bayo, thread } = await talk(oja)
  await signIn(page, { ...oja, url: testProxy.url }, ada)
  const device = service.subscribe()
  await allowPush(page, device)
  await openWithWorker(page, `/chat?thread=${thread}`)
  await expect(card(page)).toHaveCount(0)
  await say(page, 'Is it there?')
  await expect(card(page)).toContainText('when Bayo answers?')
  expect(await asked(page)).toBeNull()
  await card(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(card(page)).toHaveCount(0)
  expect(await asked(page)).toBe('yes')
  await expect.poll(async () => (await ada.api('GET /api/push')).isOn).toBe(true)

  await page.goto('/about')
  await write(bayo, thread, 'Yes, come and see it.')
  await expect.poll(() => service.received(device).length).toBe(1)
  expect(service.received(device)[0]?.data).toMatchObject({
    title: 'Bayo Ade wrote to you',
    href: `/chat?thread=${thread}`,
  })

  await page.goto('/settings#notifications')
  const push = page.getByRole('switch', { name: 'Push on this device' })
  await expect(push).toBeChecked()
  await push.click()
  await expect(push).not.toBeChecked()
  await expect.poll(async () => (await ada.api('GET /api/push')).isOn).toBe(false)
})

test('[PUSH-ASK] a "not now" is remembered; a browser that refuses is not asked, and Settings say what to do', async ({
  page,
  oja,
  testProxy,
}) => {
  const { ada, thread } = await talk(oja)
  await signIn(page, { ...oja, url: testProxy.url }, ada)
  await allowPush(page, {})
  await openWithWorker(page, `/chat?thread=${thread}`)
  await say(page, 'First')
  await card(page).getByRole('button', { name: 'Not now' }).click()
  await say(page, 'Second')
  await expect(card(page)).toHaveCount(0)
  expect(await asked(page)).toBeNull()

  // This browser refuses by itself.
  const other = await page.context().newPage()
  await other.goto(`/chat?thread=${thread}`)
  await expectHydrated(other)
  await other.evaluate(() => localStorage.removeItem('oja:push-declined'))
  await say(other, 'Third')
  await expect(card(other)).toHaveCount(0)
  await other.goto('/settings#notifications')
  await expect(other.getByText('Your browser does not allow it')).toBeVisible()
  await expect(other.getByRole('switch', { name: 'Push on this device' })).toHaveCount(0)
})

test('[PUSH-BROWSER] where the line breaks while the worker is being installed, the switch says so, and works the next time', async ({
  page,
  oja,
  testProxy,
  service,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  await signIn(page, { ...oja, url: testProxy.url }, await person(oja))
  await allowPush(page, service.subscribe())
  testProxy.instead.set('/offline', { status: 404, type: 'text/html', body: '' })
  await page.goto('/settings#notifications')
  const push = page.getByRole('switch', { name: 'Push on this device' })
  await push.click()
  await expectToast(page, 'Push is not on', 'Please check your connection and try again')
  testProxy.instead.clear()
  await push.click()
  await expect(push).toBeChecked()
  // The switch is on as soon as it is pressed.
  await expect.poll(() => page.evaluate(() => localStorage.getItem('oja:private:push'))).toBe('1')
  await page.reload()
  await expect(push).toBeChecked()
})
