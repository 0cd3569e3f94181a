import { dialog, enterCode, field, fillRegistration, logIn, newcomer, press } from './support/auth-forms.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { expectOwner, mailedCode, password, person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test.describe('registering', () => {
  test('[REGISTER-FIELDS] [REGISTER-RULES] the form shows missing fields, with the exact texts', async ({
    page,
  }) => {
    await open(page, '/register')
    await expect(field(page, 'Country code')).toHaveValue('+234')
    const codes = await field(page, 'Country code')
      .locator('option')
      .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value))
    expect(codes).toEqual(['+234', '+1', '+44'])
    await press(page, 'Register')
    for (const message of [
      'Full name is required',
      'Username must be at least 3 characters',
      'Invalid email address',
      'Password must be at least 8 characters',
      'Phone number must be at least 10 digits',
    ])
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expect(field(page, 'Full name')).toHaveAccessibleDescription('Full name is required')
    await expect(field(page, 'Full name')).toHaveAttribute('aria-invalid', 'true')
    await field(page, 'Username').fill('no spaces!')
    await field(page, 'E-mail').fill('nobody@')
    await field(page, 'Phone').fill('0803 123 456x')
    await field(page, 'Password').fill('12345678')
    await field(page, 'Confirm password').fill('12345679')
    await press(page, 'Register')
    for (const message of [
      'Username can only contain letters, numbers, and underscores',
      'Invalid email address',
      'Phone number must contain only digits',
      "Passwords don't match",
    ])
      await expect(page.getByText(message, { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(page)
  })

  test('[REGISTER-CODE] [REGISTER-SUCCESS] [CODE-WRONG] [CODE-INCOMPLETE] the mailed code opens the account and continues', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(400)
    const who = newcomer()
    await open(page, '/register?next=/my-listings')
    await fillRegistration(page, who)
    await press(page, 'Register')
    await expect(dialog(page)).toContainText(who.email)
    await expectToast(page, 'Check your email!')
    const code = await mailedCode(oja, who.email)

    await enterCode(page, '123')
    await expectToast(page, 'Invalid code', 'Please enter a complete 6-digit code')
    await enterCode(page, code === '000000' ? '111111' : '000000')
    await expect(page.locator('.toast', { hasText: 'Verification failed' })).toBeVisible()
    await enterCode(page, code)
    await expect(page).toHaveURL('/my-listings')
    await expectToast(page, 'Welcome to Oja!', 'Your account has been verified.')
    await expect(page.getByRole('heading', { name: 'No listings yet' })).toBeVisible()
  })

  test('[REGISTER-FAIL] taken values are shown in a toast and at their field', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(409)
    const known = await person(oja)
    await open(page, '/register')
    await fillRegistration(page, { ...newcomer(), username: known.username.toUpperCase() })
    await press(page, 'Register')
    await expectToast(page, 'Registration failed')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/username/i)
    await fillRegistration(page, { ...newcomer(), email: known.email.toUpperCase() })
    await press(page, 'Register')
    await expect(page.getByRole('main').getByRole('alert')).toContainText(/e-?mail/i)
    await expect(dialog(page)).toHaveCount(0)
  })

  test('[REGISTER-FAIL] a server that does not respond', async ({ page, expectedStatuses }) => {
    expectedStatuses.push(500)
    await page.route('**/api/auth/register-email', (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/register')
    await fillRegistration(page, newcomer())
    await press(page, 'Register')
    await expectToast(page, 'Registration failed', 'Please try again')
  })
})

test.describe('logging in', () => {
  test('[LOGIN-LINKS] [LOGIN-RULES] the form, its links and its messages', async ({ page }) => {
    await open(page, '/login')
    await press(page, 'Login')
    await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
    await expect(page.getByText('Password is required', { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(page)
    const main = page.getByRole('main')
    const input = page.getByLabel('Password', { exact: true })
    await expect(input).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(input).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(input).toHaveAttribute('type', 'password')
    await expect(main.locator('a[href="/register"]')).toBeVisible()
    await main.locator('a[href="/forgot-password"]').click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test('[LOGIN-FAIL] [LOGIN-SUCCESS] a wrong password is refused, the right one leads home', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(401)
    const ada = await person(oja, { password })
    await open(page, '/login')
    await logIn(page, ada.email, 'wrong password')
    await expectToast(page, 'Login failed')
    await logIn(page, 'nobody@example.com')
    await expectToast(page, 'Login failed')
    await expect(page).toHaveURL('/login')
    await logIn(page, ada.email.toUpperCase())
    await expect(page).toHaveURL('/')
    await expectToast(page, 'Welcome back!')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  test('[LOGIN-FAIL] the buttons stay where they were pressed when a login fails', async ({
    page,
    expectedStatuses,
  }) => {
    expectedStatuses.push(401)
    await open(page, '/login')
    const main = page.getByRole('main')
    const places = async () =>
      Promise.all(
        ['Login', 'Log in with a passkey'].map(
          async (name) => (await main.getByRole('button', { name, exact: true }).boundingBox())?.y,
        ),
      )
    const before = await places()
    await logIn(page, 'nobody@example.com')
    await expect(main.locator('[data-form-failure]')).toBeVisible()
    expect(await places()).toEqual(before)
  })

  test('[LOGIN-FAIL] [REGISTER-FAIL] a browser that blocks cookies gets told so', async ({ page }) => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setDocumentCookieDisabled', { disabled: true })
    const says = 'Your browser blocks cookies'
    await open(page, '/login')
    await logIn(page, 'ada@example.com')
    await expectToast(page, 'Login failed', says)
    await expect(page.locator('[data-form-failure]')).toContainText(says)
    await open(page, '/register')
    await fillRegistration(page, newcomer())
    await press(page, 'Register')
    await expectToast(page, 'Registration failed', says)
  })

  test('[LOGIN-BACK] a page that Back brings from memory after a login knows the user', async ({
    page,
    context,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(401)
    const ada = await person(oja, { password })
    await open(page, '/login?next=/safety')
    const other = await context.newPage()
    await open(other, '/login')
    await logIn(other, ada.email)
    await expect(other).toHaveURL('/')
    await expectOwner(other, ada)
    // Browsers under test have no back/forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect(page).toHaveURL('/safety')
    await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
  })

  test('[PASSWORD-WHOLE] a pasted password is never cut: one that is too long shows an error', async ({
    page,
    oja,
  }) => {
    const long = 'a b'.repeat(67)
    const isRefused = async (label: string, button: string) => {
      await field(page, label).focus()
      await page.keyboard.insertText(long)
      await expect(field(page, label)).toHaveValue(long)
      await press(page, button)
      await expect(page.getByText('Password must be at most 200 characters', { exact: true })).toBeVisible()
      await expect(field(page, label)).toHaveValue(long)
    }
    await open(page, '/login')
    await isRefused('Password', 'Login')
    await open(page, '/register')
    await isRefused('Password', 'Register')
    await signIn(page, oja, await person(oja))
    await open(page, '/settings')
    await isRefused('Current password', 'Change password')
  })

  test('[LOGIN-FAIL] a server that does not respond', async ({ page, expectedStatuses }) => {
    expectedStatuses.push(500)
    await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/login')
    await logIn(page, 'somebody@example.com')
    await expectToast(page, 'Login failed', 'Invalid credentials')
  })

  const ways = [
    ['/my-listings?from=login#top', '/my-listings?from=login#top'],
    ['//evil.example/', '/'],
    ['/\\evil.example', '/'],
    ['https://evil.example/', '/'],
    ['sell', '/'],
  ] as const
  test('[LOGIN-NEXT] next accepts only addresses of this site', async ({ page, oja, context }) => {
    const ada = await person(oja, { password })
    for (const [next, target] of ways) {
      await context.clearCookies()
      await open(page, `/login?next=${encodeURIComponent(next)}`)
      await logIn(page, ada.email)
      await expect(page).toHaveURL(target)
      await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible()
    }
  })

  test('[LOGIN-NEXT] a visitor of a search for “drill & saw” returns to it', async ({ page, oja }) => {
    const ada = await person(oja, { password })
    await listing(oja, ada, { title: 'Drill & saw' })
    await open(page, '/listings?search=drill+%26+saw')
    await page.getByRole('button', { name: 'Save this search' }).click()
    await expect(page).toHaveURL(/^[^?]*\/login\?/)
    // Also by way of another page.
    await page.getByRole('link', { name: 'Create an account' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Login', exact: true }).click()
    // Until the page is there, the field of the e-mail is that of the registration.
    await expect(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible()
    await logIn(page, ada.email)
    await expect(page).toHaveURL('/listings?search=drill+%26+saw')
  })

  test('[LOGIN-NEXT] a signed-in user is redirected immediately', async ({ page, oja }) => {
    await signIn(page, oja, await person(oja))
    await page.goto('/login?next=/my-listings')
    await expect(page).toHaveURL('/my-listings')
    // As the links in mails do.
    await page.goto('/login?next=%2Fsettings%23devices')
    await expect(page).toHaveURL('/settings#devices')
    await expect(page.getByRole('heading', { name: 'Devices' })).toBeInViewport()
    await page.goto('/register?next=%2Fsettings%23delete')
    await expect(page).toHaveURL('/settings#delete')
  })

  test('[LOGIN-UNVERIFIED] the code dialog completes an unconfirmed account', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(403)
    const ada = await person(oja, { password, verified: false })
    await open(page, '/login?next=/sell')
    await logIn(page, ada.email)
    await expect(dialog(page)).toContainText(ada.email)
    await enterCode(page, await mailedCode(oja, ada.email))
    await expect(page).toHaveURL('/sell')
    await expectToast(page, 'Welcome to Oja!', 'Your account has been verified.')
  })

  test('[LOGIN-BANNED] a banned user gets a message', async ({ page, oja, expectedStatuses }) => {
    expectedStatuses.push(403)
    const ada = await person(oja, { password, banned: true })
    await open(page, '/login')
    await logIn(page, ada.email)
    await expectToast(page, 'Login failed')
    await expect(page.locator('.toast')).toContainText(/banned/i)
    await expect(page).toHaveURL('/login')
  })
})
