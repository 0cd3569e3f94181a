import { readFile } from 'node:fs/promises'
import { newestSmsCode, readSentSms } from '../support/sent-mail.ts'
import { createTokenSession } from '../support/sessions.ts'
import { readZip } from '../support/zip.ts'
import { dialog, enterCode, field, logIn, press } from './support/auth-forms.ts'
import {
  closeToast,
  expect,
  expectAccessibleEverywhere,
  expectToast,
  holdAnswers,
  holdRequests,
  open,
  phone,
  test,
} from './support/browser.ts'
import { password, person } from './support/people.ts'
import { openSettings, section, settingsOf } from './support/settings-page.ts'
import { listing } from './support/test-listings.ts'

test('[ROUTE-SETTINGS] visitors log in first; then every section is shown, with a link to each', async ({
  page,
  oja,
}) => {
  const ada = await person(oja, { password })
  await open(page, '/settings')
  await expect(page).toHaveURL('/login?next=/settings')
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/settings')
  await expect(page).toHaveTitle('Settings · Oja')
  await expectAccessibleEverywhere(page)
  const nav = page.getByRole('navigation', { name: 'Settings' })
  for (const name of await nav.getByRole('link').allTextContents()) {
    await nav.getByRole('link', { name, exact: true }).click()
    await expect(section(page, name)).toBeInViewport()
  }
})

test('[ROUTE-SETTINGS] a link to a section leads there after the login', async ({ page, oja }) => {
  const ada = await person(oja, { password })
  await open(page, '/settings#devices')
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/settings#devices')
  await expect(section(page, 'Devices')).toBeInViewport()
  const nav = page.getByRole('navigation', { name: 'Settings' })
  await expect(nav.getByRole('link', { name: 'Devices' })).toHaveAttribute('aria-current', 'true')

  await page.context().clearCookies()
  await open(page, '/privacy')
  await page.getByRole('main').getByRole('link', { name: 'settings', exact: true }).first().click()
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/settings#accesses')
})

test('[SETTINGS-PASSWORD] the current password is checked, the new one works immediately', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400)
  const ada = await person(oja, { password })
  await openSettings(page, oja, ada)
  const own = section(page, 'Password')
  await own.getByLabel('Current password').fill('not it')
  await own.getByLabel('New password', { exact: true }).fill('another horse 43')
  await own.getByLabel('Confirm new password').fill('another horse 44')
  await press(page, 'Change password')
  await expect(own.getByText("Passwords don't match")).toBeVisible()
  await own.getByLabel('Confirm new password').fill('another horse 43')
  await press(page, 'Change password')
  await expect(own.getByText('This is not your password')).toBeVisible()
  await own.getByLabel('Current password').fill(password)
  await press(page, 'Change password')
  await expectToast(page, 'Password changed')
  await expect(own.getByLabel('Current password')).toHaveValue('')
  await expect(
    section(page, 'Login and security').getByText('Password changed', { exact: true }),
  ).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL('/settings')
  await page.context().clearCookies()
  await open(page, '/login')
  await logIn(page, ada.email, 'another horse 43')
  await expect(page).toHaveURL('/')
})

test('[SETTINGS-PHONE] a number is changed and verified by a text message', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400)
  const number = `+234803${String(process.pid).padStart(7, '0')}`
  const ada = await person(oja, { phoneVerified: true })
  await openSettings(page, oja, ada)
  const own = section(page, 'Phone')
  await expect(own.getByText('Verified', { exact: true })).toBeVisible()
  await own.getByLabel('Phone number').fill('0803x')
  await expect(own.getByText('Another number has to be verified again.')).toBeVisible()
  await press(page, 'Save number')
  await expect(own.getByText('Phone number must contain only digits')).toBeVisible()
  await own.getByLabel('Phone number').fill(number.replace('+234', '0'))
  await press(page, 'Save number')
  await expectToast(page, 'Phone number saved')
  await expect(own.getByLabel('Phone number')).toHaveValue(number)
  await expect(own.getByText('Not verified')).toBeVisible()

  const verify = own.getByRole('button', { name: 'Verify this number' })
  await own.getByLabel('Phone number').fill('0803')
  await expect(verify).toHaveCount(0)
  await own.getByLabel('Phone number').fill(number)
  await verify.click()
  await expect(dialog(page)).toContainText(number)
  await expectAccessibleEverywhere(page)
  await expect.poll(() => readSentSms(oja.dataDir, number)).toHaveLength(1)
  const code = await newestSmsCode(oja.dataDir, number)
  await enterCode(page, code === '000000' ? '000001' : '000000')
  await expectToast(page, 'Verification failed')
  await expect(page.getByLabel('Digit 1 of 6')).toBeFocused()
  await closeToast(page)
  await enterCode(page, code)
  await expectToast(page, 'Phone number verified')
  await expect(own.getByText('Verified', { exact: true })).toBeVisible()
  await expect(dialog(page)).toHaveCount(0)
  await open(page, `/users/${ada.id}`)
  await expect(page.getByText('Phone Verified')).toBeVisible()
})

test('[SETTINGS-PHONE] what is typed while a number is being saved stays, as an unsaved change', async ({
  page,
  oja,
}) => {
  const number = `0805${String(process.pid).padStart(7, '0')}`
  await openSettings(page, oja, await person(oja))
  const release = await holdAnswers(page, '/api/settings/phone')
  const input = field(page, 'Phone number')
  await input.fill(number)
  await press(page, 'Save number')
  await input.fill('0805 another')
  release()
  await expectToast(page, 'Phone number saved')
  await expect(input).toHaveValue('0805 another')
  await press(page, 'Discard changes')
  await expect(input).toHaveValue(number.replace('0', '+234'))
})

test('[SETTINGS-SESSIONS] other devices are listed with names and logged out', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const ada = await person(oja)
  const firefox = 'Firefox/140.0 (X11; Linux)'
  const agents = ['Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 Edg/140.0', firefox, null]
  for (const userAgent of agents) await createTokenSession(oja.database, ada, { userAgent })
  await openSettings(page, oja, ada)
  const rows = section(page, 'Devices').getByRole('listitem')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('This device')
  // It ended by itself meanwhile.
  await oja.database.db.deleteFrom('sessions').where('user_agent', '=', firefox).execute()
  await page.getByRole('button', { name: 'Log out Firefox on Linux' }).click()
  await expect(rows).toHaveCount(3)
  await page.getByRole('button', { name: 'Log out Edge on Windows' }).click()
  await expectToast(page, 'Device logged out')
  await expect(rows).toHaveCount(2)
  const history = section(page, 'Login and security').getByText('Logged out elsewhere')
  await expect(history).toHaveCount(1)
  const focused = section(page, 'Devices').locator(':focus')
  await expect(focused).toHaveCount(1)
  await page.getByRole('button', { name: 'Log out everywhere else' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  await expectToast(page, 'Logged out everywhere else')
  await expect(rows).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Log out everywhere else' })).toHaveCount(0)
  await expect(history).toHaveCount(2)
  await expect(focused).toHaveCount(1)
  expect(await ada.api('GET /api/settings/sessions')).toHaveLength(1)
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('[SETTINGS-NOTIFY] a switch is saved immediately, and reverts when that fails', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(500)
    const ada = await person(oja)
    await openSettings(page, oja, ada)
    const reviews = page.getByRole('switch', { name: 'Reviews by e-mail' })
    await expect(reviews).toBeChecked()
    await reviews.click()
    await expect(reviews).not.toBeChecked()
    await expect.poll(async () => (await settingsOf(ada)).notifications.reviews).toBe(false)
    await page.route('**/api/settings/notifications', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('switch', { name: 'Messages by e-mail' }).click()
    await expectToast(page, 'Not saved')
    await expect(page.getByRole('switch', { name: 'Messages by e-mail' })).toBeChecked()
    await page.reload()
    await expect(reviews).not.toBeChecked()
  })

  test('[SETTINGS-NOTIFY] quiet hours that would end when they begin exchange begin and end', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja)
    await openSettings(page, oja, ada)
    await page.getByLabel('From').selectOption('07:00')
    await expect(page.getByLabel('Until')).toHaveValue('22')
    const stored = async () => (await settingsOf(ada)).notifications.quietHours
    await expect.poll(stored).toEqual({ from: 7, to: 22 })
    await page.getByLabel('Until').selectOption('07:00')
    await expect.poll(stored).toEqual({ from: 22, to: 7 })
  })

  test('[SETTINGS-NOTIFY] a switch shows what was saved, also when the response to another change is older', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja)
    await openSettings(page, oja, ada)
    const reviews = page.getByRole('switch', { name: 'Reviews by e-mail' })
    const release = await holdRequests(page, '**/api/settings/notifications')
    const saved = page.waitForResponse('**/api/settings/notifications')
    await reviews.click()
    await field(page, 'Full name').fill('Ada Eze')
    await press(page, 'Save profile')
    await expectToast(page, 'Profile saved')
    release()
    await saved
    await expect.poll(async () => (await settingsOf(ada)).notifications.reviews).toBe(false)
    await expect(reviews).not.toBeChecked()
  })

  test('[SETTINGS-BLOCKS] blocked users are listed and unblocked', async ({ page, oja }) => {
    const [ada, bola] = [await person(oja), await person(oja, { fullName: 'Bola Ade' })]
    await ada.api('POST /api/blocks', { body: { userId: bola.id } })
    await openSettings(page, oja, ada)
    await page.getByRole('button', { name: 'Unblock Bola Ade' }).click()
    await expectToast(page, 'Unblocked', 'Bola Ade can write to you again.')
    await expect(page.getByText('You have not blocked anybody.')).toBeVisible()
    expect(await ada.api('GET /api/blocks')).toEqual([])
  })
})

test('[SETTINGS-EXPORT] the archive is downloaded as a ZIP', async ({ page, oja, expectedStatuses }) => {
  expectedStatuses.push(429)
  const ada = await person(oja)
  await listing(oja, ada, { title: 'Solid oak table' })
  await openSettings(page, oja, ada)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download my data' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^oja-export-\d{4}-\d\d-\d\d\.zip$/)
  const files = await readZip(await readFile(await download.path()))
  expect(files.get('listings.json')?.toString()).toContain('Solid oak table')
  await page.route('**/api/settings/export', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'RATE_LIMITED', detail: 'Please try again in an hour.' }),
    }),
  )
  await page.getByRole('link', { name: 'Download my data' }).click()
  await expect(page.locator('.toast', { hasText: 'Download failed' })).toContainText('in an hour')
})

test('[SETTINGS-DELETE] deletion is requested with the password, confirmed by mail, and cancelled', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400, 404)
  const ada = await person(oja, { password })
  const id = await listing(oja, ada)
  await openSettings(page, oja, ada)
  await press(page, 'Delete my account')
  const ask = page.getByRole('dialog', { name: 'Delete your account?' })
  await expectAccessibleEverywhere(page)
  await ask.getByLabel('Your password').fill('not it')
  await ask.getByRole('button', { name: 'Delete my account' }).click()
  await expect(ask.getByText('This is not your password')).toBeVisible()
  await ask.getByLabel('Your password').fill(password)
  await ask.getByRole('button', { name: 'Delete my account' }).click()
  await expect(page.locator('.toast', { hasText: 'Your account waits for its deletion' })).toBeVisible()
  const { deletionDueAt } = await settingsOf(ada)
  expect(Math.round((Date.parse(deletionDueAt ?? '') - Date.now()) / 86_400_000)).toBe(30)
  await expectAccessibleEverywhere(page)
  const response = await fetch(new URL(`/api/listings/${id}`, oja.url))
  expect(response.status).toBe(404)

  await page.reload()
  const banner = page.getByText(/^Your account will be deleted on \d+ \w+ \d{4}$/).first()
  await expect(banner).toBeVisible()
  await page.getByRole('button', { name: 'Keep my account' }).first().click()
  await expectToast(page, 'Your account stays')
  await expect(banner).toHaveCount(0)
  expect((await fetch(new URL(`/api/listings/${id}`, oja.url))).status).toBe(200)
})
