import type { CDPSession, Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { createTokenSession } from '../support/sessions.ts'
import { dialog as codeDialog, field, logIn, press } from './support/auth-forms.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  forgetLostNetwork,
  holdRequests,
  open,
  test,
} from './support/browser.ts'
import { bubble } from './support/chat-fixture.ts'
import { type Person, password, person, signIn } from './support/people.ts'
import { type OjaServer, startServer } from './support/server.ts'
import { listing } from './support/test-listings.ts'

/** Somebody whose last sign-in is so long ago that a change of their security asks for the password. */
async function signedInLongAgo(oja: OjaServer): Promise<Person> {
  const someone = await person(oja, { password })
  await oja.database.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', someone.id)
    .execute()
  return someone
}

const section = (page: Page) => page.getByRole('region', { name: 'Login and security' })
const setup = (page: Page) => page.getByRole('dialog', { name: 'Set up an authenticator app' })
const codesDialog = (page: Page) => page.getByRole('dialog', { name: 'Keep your recovery codes' })

async function openSettings(page: Page, oja: OjaServer, who: Person): Promise<void> {
  await signIn(page, oja, who)
  await open(page, '/settings')
}

/**
 * The code in the authenticator app; each works once, so a sign-in after the setup uses the next step. One of the step before could end
 * meanwhile.
 */
function codeOf(secret: string, steps = 0): string {
  return new TOTP({ secret: secret.replaceAll(' ', '') }).generate({ timestamp: Date.now() + steps * 30_000 })
}

/** Sets up the app on the settings page; returns its secret and the recovery codes. */
async function setUp(page: Page): Promise<{ secret: string; recoveryCodes: string[] }> {
  await section(page).getByRole('button', { name: 'Set up' }).click()
  const secret = (await setup(page).locator('code').textContent()) ?? ''
  await setup(page).getByLabel('Code from the app').fill(codeOf(secret))
  await setup(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(codesDialog(page)).toBeVisible()
  const recoveryCodes = await codesDialog(page)
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allTextContents()
  return { secret, recoveryCodes }
}

/** A device with passkeys whose owner confirms every request. */
async function addDevice(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return session
}

async function logOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await open(page, '/login')
}

/** The same with the API, for tests of what comes after; ends the user's session. */
async function giveApp({ api }: Person): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await api('POST /api/settings/totp')
  const body = { code: codeOf(secret) }
  const { recoveryCodes } = await api('POST /api/settings/totp/confirm', { body })
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}

test('[SETTINGS-TOTP] an authenticator app is set up with its first code, and recovery codes are kept', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  // A change of the app replaces the session: a count that is read at that moment, after the change before, is refused and read again.
  expectedStatuses.push(400, 401)
  const ada = await person(oja, { password })
  await openSettings(page, oja, ada)
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await expect(setup(page).getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await setup(page).getByLabel('Code from the app').fill('000 000')
  await setup(page).getByRole('button', { name: 'Turn on' }).click()
  await expect(setup(page).getByText('This code is not right.', { exact: false })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await setup(page).getByRole('button', { name: 'Cancel' }).click()

  const { recoveryCodes } = await setUp(page)
  expect(recoveryCodes).toHaveLength(10)
  const saved = page.waitForEvent('download')
  await codesDialog(page).getByRole('button', { name: 'Download' }).click()
  expect((await saved).suggestedFilename()).toBe('oja-recovery-codes.txt')
  // Printed, they are one page, without the settings behind them.
  const printed = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(section(page).getByText('Two-step login on')).toBeVisible()
  await expect(section(page).getByText('10 of 10 are left', { exact: false })).toBeVisible()
  await expect(section(page).getByText('Authenticator app turned on')).toBeVisible()

  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await section(page).getByRole('button', { name: 'Set up' }).click()
  await expect(setup(page).getByLabel('Code from the app'), 'the code of the app before').toHaveValue('')
})

test('[LOGIN-TOTP] after the password the app’s code is required, and continues', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400, 401)
  const ada = await person(oja, { password })
  const { secret } = await giveApp(ada)
  await open(page, '/login?next=/my-listings')
  await logIn(page, ada.email)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('One more step')
  await expect(page.getByRole('link', { name: 'Create an account' })).toHaveCount(0)
  await expect(field(page, 'Code from your app')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await press(page, 'Continue')
  await expect(page.getByText('Please enter the 6 digits that your app shows')).toBeVisible()
  await field(page, 'Code from your app').fill(codeOf(secret, 5))
  await press(page, 'Continue')
  await expect(page.getByText('This code is not right.', { exact: false })).toBeVisible()
  await expect(field(page, 'Code from your app')).toBeFocused()
  // A step that has ended meanwhile says so, and begins anew.
  await page.context().clearCookies()
  await press(page, 'Continue')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back')
  await expect(page.locator('[data-form-failure]')).toBeVisible()
  await logIn(page, ada.email)
  // Pasted with surrounding text.
  await field(page, 'Code from your app').fill(`Oja: ${codeOf(secret, 1).replace(/(?<=^...)/, ' ')}`)
  await press(page, 'Continue')
  await expect(page).toHaveURL('/my-listings')
  await expectToast(page, 'Welcome back!')
})

test('[LOGIN-TOTP] [SETTINGS-TOTP] a recovery code continues once; then the app is turned off', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja, { password })
  const { recoveryCodes } = await giveApp(ada)
  await open(page, '/login?next=/settings')
  await logIn(page, ada.email)
  await field(page, 'Code from your app').fill('123')
  await press(page, 'Use a recovery code')
  await expect(field(page, 'Recovery code')).toHaveValue('')
  await field(page, 'Recovery code').fill((recoveryCodes[0] ?? '').toLowerCase())
  await press(page, 'Continue')
  await expect(page).toHaveURL('/settings')
  await expectHydrated(page)
  await expect(section(page).getByText('9 of 10 are left', { exact: false })).toBeVisible()
  await expect(section(page).getByText('Logged in with a recovery code')).toBeVisible()
  await section(page).getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await expectToast(page, 'Authenticator app turned off')
  await expect(section(page).getByText('Two-step login off')).toBeVisible()
  await logOut(page)
  await logIn(page, ada.email)
  await expect(page).toHaveURL('/')
})

test('[SETTINGS-PASSKEY] [LOGIN-PASSKEY] a passkey is added, logs in by itself and as second step, and is removed', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja, { password })
  const device = await addDevice(page)
  // Without a name it is named after the device.
  const remove = section(page).getByRole('button', { name: 'Remove Safari on Linux' })
  await openSettings(page, oja, ada)
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(codesDialog(page)).toBeVisible()
  await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click()
  await expect(remove).toBeVisible()
  await expectAccessibleEverywhere(page)

  await logOut(page)
  await press(page, 'Log in with a passkey')
  await expect(page).toHaveURL('/')
  await expectToast(page, 'Welcome back!')

  await logOut(page)
  await logIn(page, ada.email)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await press(page, 'Use a passkey')
  await expect(page).toHaveURL('/')

  await open(page, '/settings')
  await remove.click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Passkey removed')
  await logOut(page)
  await press(page, 'Log in with a passkey')
  await expectToast(page, 'Login failed', 'This passkey does not open an account here.')
  await device.detach()
})

test('[LOGIN-PASSKEY] a passkey logs in by itself also after another account’s password was entered in this browser', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const [ada, bola] = [await person(oja, { password }), await person(oja, { password })]
  await giveApp(ada)
  const device = await addDevice(page)
  await openSettings(page, oja, bola)
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(codesDialog(page)).toBeVisible()
  await logOut(page)
  await logIn(page, ada.email)
  await press(page, 'Log in as somebody else')
  await expect(field(page, 'E-mail')).toBeFocused()
  await press(page, 'Log in with a passkey')
  await expect(page).toHaveURL('/')
  await page.getByRole('button', { name: 'Account menu' }).click()
  await expect(page.getByText(bola.email)).toBeVisible()
  await device.detach()
})

test('[LOGIN-PASSKEY] a device without passkeys, or not allowed, shows an error and changes nothing', async ({
  page,
  oja,
}) => {
  await person(oja)
  await addDevice(page)
  await open(page, '/login')
  await press(page, 'Log in with a passkey')
  await expectToast(page, 'Login failed', 'It was cancelled, or took too long. Please try again.')
  await expect(field(page, 'Password')).toBeVisible()
})

test('[SETTINGS-CONFIRM] where the answer to the password was lost, the next try leads to the login and back', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401, 403)
  const ada = await signedInLongAgo(oja)
  await openSettings(page, oja, ada)
  const ask = page.getByRole('dialog', { name: 'Is it you?' })
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await ask.getByLabel('Your password').fill(password)
  const { confirmed, drop } = await confirmSlowly(page, oja)
  await ask.getByRole('button', { name: 'Continue' }).click()
  await confirmed
  drop()
  await expect(ask.locator('[data-form-failure]')).toBeVisible()
  await page.unroute('**/api/auth/confirm')
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/^[^?]*\/login\?next=\/settings/)
})

test('[SETTINGS-CONFIRM] a change asks for the password when it was entered long ago, and then happens', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400, 403)
  const ada = await signedInLongAgo(oja)
  await openSettings(page, oja, ada)
  const ask = page.getByRole('dialog', { name: 'Is it you?' })
  await field(page, 'Phone number').fill('0803 111 2233')
  await press(page, 'Save number')
  await expect(ask).toBeVisible()
  await expectAccessibleEverywhere(page)
  await ask.getByLabel('Your password').fill('half of')
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(ask).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
  await expect(field(page, 'Phone number')).toHaveValue('0803 111 2233')

  await press(page, 'Save number')
  await expect(ask.getByLabel('Your password')).toHaveValue('')
  await ask.getByLabel('Your password').fill('not it')
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(ask.getByText('This is not your password')).toBeVisible()
  await ask.getByLabel('Your password').fill(password)
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expectToast(page, 'Phone number saved')
  await expect(ask).toHaveCount(0)
  await expect(codeDialog(page)).toHaveCount(0)

  await section(page).getByRole('button', { name: 'Set up' }).click()
  await expect(setup(page)).toBeVisible()
})

test('[SETTINGS-CONFIRM] two changes that ask for the password at the same time both happen', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(403)
  const ada = await person(oja, { password })
  for (const userAgent of ['Chrome/140.0 (Windows NT 10.0)', 'Firefox/140.0 (X11; Linux)'])
    await createTokenSession(oja.database, ada, { userAgent })
  await oja.database.db
    .updateTable('sessions')
    .set({ authenticated_at: new Date(Date.now() - 3_600_000) })
    .where('user_id', '=', ada.id)
    .execute()
  await openSettings(page, oja, ada)
  // A slow line: neither is answered before both are sent.
  const release = await holdRequests(page, '**/api/settings/sessions/*')
  await page.getByRole('button', { name: 'Log out Chrome on Windows' }).click()
  await page.getByRole('button', { name: 'Log out Firefox on Linux' }).click()
  const refusals = new Set<string>()
  page.on('response', (answer) => answer.status() === 403 && refusals.add(answer.url()))
  release()
  await expect.poll(() => refusals.size).toBe(2)
  const ask = page.getByRole('dialog', { name: 'Is it you?' })
  await ask.getByLabel('Your password').fill(password)
  await ask.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('region', { name: 'Devices' }).getByRole('listitem')).toHaveCount(1)
})

/** The server confirms the password at once, and the page gets the answer, with the new cookie, by `answer`; by `drop` it never does. */
async function confirmSlowly(page: Page, oja: OjaServer) {
  const held = Promise.withResolvers<'answered' | 'dropped'>()
  const confirmed = Promise.withResolvers<void>()
  await page.route('**/api/auth/confirm', async (route) => {
    const cookies = await page.context().cookies(oja.url)
    // Not by `route.fetch`, which stores the new cookie at once.
    const response = await fetch(route.request().url(), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      },
      body: route.request().postData(),
    })
    confirmed.resolve()
    if ((await held.promise) === 'dropped') return route.abort('internetdisconnected')
    const [cookie = ''] = response.headers.getSetCookie()
    await route.fulfill({ status: response.status, headers: { 'set-cookie': cookie } })
  })
  return {
    confirmed: confirmed.promise,
    answer: () => held.resolve('answered'),
    drop: () => held.resolve('dropped'),
  }
}

test('[SOCKET-SESSION] a socket that reconnects before the new cookie of the session arrives gets the messages all the same', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(401)
  const seller = await person(oja)
  const ada = await person(oja, { password })
  await signIn(page, oja, ada)
  const { id } = await ada.api('POST /api/threads', {
    body: { listingId: await listing(oja, seller, { title: 'Socket lamp' }) },
  })
  await ada.api('POST /api/threads/:id/messages', {
    params: { id },
    body: { body: 'Hello', clientId: 'client-a1' },
  })
  const connected = () =>
    page
      .waitForEvent('websocket')
      .then((socket) => socket.waitForEvent('framereceived', ({ payload }) => /^40\{/.test(String(payload))))
  const first = connected()
  await open(page, '/settings')
  await first
  const { confirmed, answer } = await confirmSlowly(page, oja)
  const second = connected()
  const answered = page.evaluate(
    (body) =>
      fetch('/api/auth/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      }).then(({ status }) => status),
    JSON.stringify({ password }),
  )
  await confirmed
  await second
  answer()
  expect(await answered).toBe(204)
  const read = page.waitForResponse('**/api/threads/*/messages?*')
  await page.getByRole('banner').getByRole('link', { name: 'Messages' }).click()
  await (await read).finished()
  await expect(bubble(page, 'Hello')).toBeVisible()
  await seller.api('POST /api/threads/:id/messages', {
    params: { id },
    body: { body: 'It is there, come.', clientId: 'client-b1' },
  })
  await expect(bubble(page, 'It is there, come.')).toBeVisible()
})

test('[ADMIN-SECOND-FACTOR] an administrator without the required second factor is led to the setup', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(403)
  const strict = await startServer({ SECOND_FACTOR: 'admins' })
  try {
    const boss = await person(strict, { password })
    await strict.database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', boss.id).execute()
    await signIn(page, strict, boss)
    await open(page, `${strict.url}/admin`)
    await expect(page.getByRole('heading', { name: 'Turn on two-step login first' })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await page.getByRole('link', { name: 'Go to settings' }).click()
    await expect(section(page)).toBeInViewport()
    // From here on nothing is refused.
    expectedStatuses.pop()
    await setUp(page)
    await codesDialog(page).getByRole('button', { name: 'I have kept them' }).click()
    await page.goto(`${strict.url}/admin`)
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible()
    await expect(page.getByText('Turn on two-step login first')).toHaveCount(0)
    await page.goto('about:blank')
  } finally {
    await strict.stop()
  }
})

test('[AUTH-RECOVERY-CODE] new recovery codes are shown also where the line breaks right after they were made', async ({
  page,
  oja,
  pageErrors,
}) => {
  await openSettings(page, oja, await person(oja, { password }))
  await setUp(page)
  await open(page, '/settings')
  await section(page).getByRole('button', { name: 'Make new codes' }).click()
  await page.route('**/assets/*', (route) => route.abort('internetdisconnected'))
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make new codes' }).click()
  await expect(codesDialog(page).getByRole('listitem')).toHaveCount(10)
  forgetLostNetwork(pageErrors)
})
