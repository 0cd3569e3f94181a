import type { Page } from '@playwright/test'
import {
  dialog,
  digits,
  enterCode,
  field,
  fillRegistration,
  logIn,
  newcomer,
  press,
} from './support/auth-forms.ts'
import { expect, expectToast, holdRequests, open, test } from './support/browser.ts'
import { mailedCode, password, person } from './support/people.ts'
import type { OjaServer } from './support/server.ts'

/** As if the code of an address had been sent this many seconds earlier. */
async function letPass({ database: { db } }: OjaServer, email: string, seconds: number) {
  const row = await db
    .selectFrom('pending_registrations')
    .select(['code_sent_at', 'code_expires_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const earlier = (date: Date | null) => date && new Date(date.getTime() - seconds * 1000)
  await db
    .updateTable('pending_registrations')
    .set({ code_sent_at: earlier(row.code_sent_at), code_expires_at: earlier(row.code_expires_at) })
    .where('email', '=', email)
    .execute()
}

const cancel = (page: Page) => dialog(page).getByRole('button', { name: 'Cancel' }).click()
const wrongAddress = (page: Page) =>
  dialog(page).getByRole('button', { name: 'Wrong address? Change it' }).click()
const clock = (page: Page) => dialog(page).getByText(/^Expires in/)

/** Registers somebody, up to the dialog of the code that was mailed to them. */
async function register(page: Page, oja: OjaServer, address = '/register') {
  const who = newcomer()
  await open(page, address)
  await fillRegistration(page, who)
  await press(page, 'Register')
  return { who, code: await mailedCode(oja, who.email) }
}

test('[REGISTER-AGAIN] Cancel and Register again asks for the sent code, with its remaining time', async ({
  page,
  oja,
}) => {
  const { who, code } = await register(page, oja)
  await letPass(oja, who.email, 30)
  await cancel(page)
  await expect(dialog(page)).toHaveCount(0)
  await press(page, 'Register')
  await expect(clock(page)).toHaveText(/^Expires in 9:[012]\d$/)
  await expect(dialog(page).getByRole('button', { name: /^Resend in [123]?\ds$/ })).toBeDisabled()
  await enterCode(page, code)
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Welcome to Oja!')
})

test('[REGISTER-RELOAD] a reload asks for the code again, and keeps the input except passwords', async ({
  page,
  oja,
}) => {
  const { who, code } = await register(page, oja, '/register?next=/sell')
  await letPass(oja, who.email, 90)
  await page.reload()
  await expect(dialog(page)).toContainText(who.email)
  await expect(clock(page)).toHaveText(/^Expires in 8:[0123]\d$/)
  await expect(dialog(page).getByRole('button', { name: 'Resend code' })).toBeEnabled()
  await cancel(page)
  await expect(field(page, 'Full name')).toHaveValue(who.fullName)
  await expect(field(page, 'Username')).toHaveValue(who.username)
  await expect(field(page, 'E-mail')).toHaveValue(who.email)
  await expect(field(page, 'Password')).toHaveValue('')
  await press(page, 'Enter the code')
  await enterCode(page, code)
  await expect(page).toHaveURL('/sell')
})

test('[REGISTER-CHANGE] changing a mistyped address keeps the other input, and the username stays free', async ({
  page,
  oja,
}) => {
  const who = newcomer()
  const wrong = `wrong_${who.email}`
  await open(page, '/register')
  await fillRegistration(page, { ...who, email: wrong })
  await press(page, 'Register')
  await mailedCode(oja, wrong)
  await wrongAddress(page)
  await expect(dialog(page)).toHaveCount(0)
  await expect(field(page, 'E-mail')).toBeFocused()
  await expect(field(page, 'E-mail')).toHaveValue(wrong)
  await expect(field(page, 'Username')).toHaveValue(who.username)
  await expect(field(page, 'Password')).toHaveValue(password)
  await field(page, 'E-mail').fill(who.email)
  await press(page, 'Register')
  await expect(dialog(page)).toContainText(`to ${who.email}.`)
  await enterCode(page, await mailedCode(oja, who.email))
  await expect(page).toHaveURL('/')
})

test('[REGISTER-USERNAME] when somebody took the username meanwhile the form asks for another, and the code still works', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const { who, code } = await register(page, oja)
  const other = await person(oja)
  await oja.database.db
    .updateTable('users')
    .set({ username: who.username })
    .where('id', '=', other.id)
    .execute()
  await enterCode(page, code)
  await expectToast(page, 'Registration failed')
  await expect(dialog(page)).toHaveCount(0)
  await expect(field(page, 'Username')).toBeFocused()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Choose another one')
  await expect(field(page, 'Password')).toHaveValue(password)
  await field(page, 'Username').fill(`${who.username}_2`)
  await press(page, 'Register')
  await expect(digits(page)).toHaveCount(6)
  await enterCode(page, code)
  await expect(page).toHaveURL('/')
})

test('[LOGIN-UNVERIFIED] logging in elsewhere asks for the code with its true time; a reload of /login keeps that', async ({
  page,
  oja,
  browser,
  expectedStatuses,
}) => {
  expectedStatuses.push(403)
  const elsewhere = await browser.newPage()
  const { who, code } = await register(elsewhere, oja, `${oja.url}/register`)
  await elsewhere.close()
  await letPass(oja, who.email, 90)

  await open(page, '/login')
  await logIn(page, who.email)
  await expect(clock(page)).toHaveText(/^Expires in 8:[0123]\d$/)
  await page.reload()
  await press(page, 'Enter the code')
  await wrongAddress(page)
  await expect(page).toHaveURL(/\/register/)
  await expect(field(page, 'E-mail')).toBeFocused()
  await expect(field(page, 'E-mail')).toHaveValue(who.email)
  await press(page, 'Enter the code')
  await enterCode(page, code)
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Welcome to Oja!')
})

test('[REGISTER-SUCCESS] the right code is sent once, however late the next page arrives', async ({
  page,
  oja,
}) => {
  const { code } = await register(page, oja)
  const home = `${oja.url}/`
  const release = await holdRequests(page, home)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/verify-email')) sent += 1
  })
  const leaving = page.waitForRequest(home)
  // Playwright's click waits for the navigation, if that begins during it.
  const entering = enterCode(page, code)
  await leaving
  // The focus is still on Verify. Playwright looks at no element of a page that is being left.
  await page.keyboard.press('Enter')
  release()
  await entering
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Welcome to Oja!')
  expect(sent).toBe(1)
})
