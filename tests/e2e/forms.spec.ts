import type { Page, Route } from '@playwright/test'
import { dialog, digits, field, fillRegistration, newcomer, press } from './support/auth-forms.ts'
import { expect, expectToast, forgetLostNetwork, open, test } from './support/browser.ts'
import { failEveryWay, failureStatuses } from './support/form-failures.ts'
import { fillListing, setTestPhotos, tiles } from './support/listing-form.ts'
import { password, person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

const answer = (page: Page, call: string, status: number, json: object) =>
  page.route(call, (route: Route) => route.fulfill({ status, json }))
const sentCode = { expiresIn: 600, resendIn: 60 }
const tryAgain = 'Please try again'
const tryLater = 'Please try again later.'
const checkConnection = 'Please check your connection and try again'

test.beforeEach(({ expectedStatuses }) => {
  // 401: after a reconnection the session is read again.
  expectedStatuses.push(401, ...failureStatuses)
})
test.afterEach(({ pageErrors }) => forgetLostNetwork(pageErrors))

test('[FORM-FAILURE] login and its second step', async ({ page }) => {
  const main = page.getByRole('main')
  await open(page, '/login')
  await field(page, 'E-mail').fill('ada@example.com')
  await field(page, 'Password').fill(password)
  await failEveryWay(page, {
    call: '**/api/auth/login',
    scope: main,
    button: 'Login',
    title: 'Login failed',
    fallback: 'Invalid credentials',
  })

  await answer(page, '**/api/auth/login', 401, { code: 'SECOND_FACTOR_REQUIRED', detail: 'One more step.' })
  await answer(page, '**/api/auth/second-factor', 200, { methods: ['TOTP', 'PASSKEY', 'RECOVERY_CODE'] })
  await press(page, 'Login')
  const step = {
    call: '**/api/auth/second-factor',
    scope: main,
    button: 'Continue',
    title: 'Login failed',
    fallback: tryAgain,
  }
  await field(page, 'Code from your app').fill('123 456')
  await failEveryWay(page, { ...step, field: { path: 'code', at: field(page, 'Code from your app') } })
  await press(page, 'Use a recovery code')
  await field(page, 'Recovery code').fill('ABCD-EFGH')
  await failEveryWay(page, { ...step, field: { path: 'code', at: field(page, 'Recovery code') } })

  const options = '**/api/auth/passkey/options'
  await answer(page, options, 409, { code: 'CONFLICT', detail: 'Not now.' })
  await press(page, 'Use a passkey')
  await expectToast(page, 'Login failed', 'Not now.')
  await failEveryWay(page, { ...step, call: options, button: 'Use a passkey' })

  // The step expired: the first form shows why, with its values restored.
  await answer(page, options, 401, { code: 'UNAUTHENTICATED', detail: 'Please enter your password again.' })
  await press(page, 'Use a passkey')
  await expect(main.locator('[data-form-failure]')).toHaveText('Please enter your password again.')
  await expect(field(page, 'E-mail')).toBeFocused()
  await expect(field(page, 'E-mail')).toHaveValue('ada@example.com')
  await expect(field(page, 'Password')).toHaveValue(password)
})

test('[FORM-FAILURE] registration, forgotten password, its code, new password', async ({ page }) => {
  const main = page.getByRole('main')
  await open(page, '/register')
  await fillRegistration(page, newcomer())
  await failEveryWay(page, {
    call: '**/api/auth/register-email',
    scope: main,
    button: 'Register',
    title: 'Registration failed',
    fallback: tryAgain,
    field: { path: 'username', at: field(page, 'Username') },
  })

  await open(page, '/forgot-password')
  await field(page, 'E-mail').fill('ada@example.com')
  const asking = '**/api/auth/forgot-password'
  await failEveryWay(page, {
    call: asking,
    scope: main,
    button: 'Send code',
    title: 'Request failed',
    fallback: tryAgain,
  })

  await answer(page, asking, 200, { ...sentCode, resendIn: 0 })
  await press(page, 'Send code')
  await expect(digits(page).first()).toBeFocused()
  await page.keyboard.type('123456')
  const code = {
    scope: dialog(page),
    title: 'Verification failed',
    fallback: 'Invalid code. Please try again',
  }
  const checking = '**/api/auth/verify-reset-otp'
  await failEveryWay(page, { ...code, call: checking, button: 'Verify' })
  await failEveryWay(page, {
    ...code,
    call: asking,
    button: 'Resend code',
    title: 'Failed to resend',
    fallback: tryAgain,
  })
  await expect(digits(page).first()).not.toHaveAttribute('aria-invalid')
  await answer(page, checking, 400, { code: 'INVALID_CODE', detail: 'That is not the code.' })
  await dialog(page).getByRole('button', { name: 'Verify' }).click()
  await expect(digits(page).first()).toBeFocused()
  await expect(digits(page).first()).toHaveAttribute('aria-invalid', 'true')

  await answer(page, checking, 200, { resetToken: 'x'.repeat(43) })
  await dialog(page).getByRole('button', { name: 'Verify' }).click()
  await field(page, 'New password').fill(password)
  await field(page, 'Confirm password').fill(password)
  await failEveryWay(page, {
    call: '**/api/auth/reset-password',
    scope: main,
    button: 'Reset password',
    title: 'Reset failed',
    fallback: tryAgain,
  })
})

test('[FORM-FAILURE] what the settings save', async ({ page, oja, expectedStatuses }) => {
  expectedStatuses.push(403)
  await signIn(page, oja, await person(oja))
  await open(page, '/settings')
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  const said = page.locator('[data-form-failure]')
  const common = { method: 'PATCH' as const, fallback: checkConnection }

  await field(page, 'About you').fill('I sell lamps.')
  await failEveryWay(page, {
    ...common,
    call: '**/api/settings/profile',
    scope: part('Profile'),
    button: 'Save profile',
    title: 'Profile not saved',
  })
  await press(page, 'Discard changes')
  await expect(said).toHaveCount(0)

  await field(page, 'Current password').fill(password)
  await field(page, 'New password').fill('another horse 43')
  await field(page, 'Confirm new password').fill('another horse 43')
  await failEveryWay(page, {
    ...common,
    call: '**/api/settings/password',
    scope: part('Password'),
    button: 'Change password',
    title: 'Password not changed',
    field: { path: 'currentPassword', at: field(page, 'Current password') },
  })
  await press(page, 'Discard changes')

  const sending = '**/api/settings/phone/send-code'
  await failEveryWay(page, {
    ...common,
    method: 'POST',
    call: sending,
    scope: part('Phone'),
    button: 'Verify this number',
    title: 'No code sent',
  })
  await answer(page, sending, 200, { ...sentCode, phone: '+2348031234567' })
  await press(page, 'Verify this number')
  await expect(digits(page).first()).toBeFocused()
  await page.keyboard.type('123456')
  await failEveryWay(page, {
    call: '**/api/settings/phone/verify',
    scope: dialog(page),
    button: 'Verify',
    title: 'Verification failed',
    fallback: 'Invalid code. Please try again',
  })
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()

  const saving = '**/api/settings/phone'
  await field(page, 'Phone number').fill('08031234567')
  await failEveryWay(page, {
    ...common,
    call: saving,
    scope: part('Phone'),
    button: 'Save number',
    title: 'Phone number not saved',
    field: { path: 'phone', at: field(page, 'Phone number') },
  })
  await answer(page, saving, 403, { code: 'REAUTHENTICATION_REQUIRED', detail: 'Your password, please.' })
  await press(page, 'Save number')
  const prompt = page.getByRole('dialog', { name: 'Is it you?' })
  const own = prompt.getByLabel('Your password')
  await own.fill(password)
  await failEveryWay(page, {
    call: '**/api/auth/confirm',
    scope: prompt,
    button: 'Continue',
    title: 'Password not checked',
    fallback: checkConnection,
    field: { path: 'password', at: own },
  })
  // Cancelling the prompt shows no message.
  await prompt.getByRole('button', { name: 'Cancel' }).click()
  await expect(prompt).toHaveCount(0)
  await expect(said).toHaveCount(0)
  await press(page, 'Discard changes')

  await answer(page, '**/api/settings/totp', 200, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Oja' })
  await press(page, 'Set up')
  const setup = page.getByRole('dialog', { name: 'Set up an authenticator app' })
  await setup.getByLabel('Code from the app').fill('123456')
  await failEveryWay(page, {
    call: '**/api/settings/totp/confirm',
    scope: setup,
    button: 'Turn on',
    title: 'Authenticator app not set up',
    fallback: checkConnection,
    field: { path: 'code', at: setup.getByLabel('Code from the app') },
  })
  await setup.getByRole('button', { name: 'Cancel' }).click()
  await expect(setup).toHaveCount(0)

  await press(page, 'Delete my account')
  const leaving = page.getByRole('dialog', { name: 'Delete your account?' })
  await leaving.getByLabel('Your password').fill(password)
  await failEveryWay(page, {
    call: '**/api/settings/deletion',
    scope: leaving,
    button: 'Delete my account',
    title: 'Account not deleted',
    fallback: checkConnection,
    field: { path: 'password', at: leaving.getByLabel('Your password') },
  })
})

test('[FORM-FAILURE] what a buyer sends: question, report, first message, review', async ({ page, oja }) => {
  const seller = await person(oja)
  const id = await listing(oja, seller)
  await signIn(page, oja, await person(oja))
  await open(page, `/listings/${id}`)
  await press(page, 'Ask Question')
  await field(page, 'Your question').fill('Does it still work as new?')
  await failEveryWay(page, {
    call: '**/api/listings/*/questions',
    scope: page.locator('form').filter({ has: field(page, 'Your question') }),
    button: 'Post Question',
    title: 'Failed to post question',
    fallback: 'Please try again.',
  })

  await page.getByRole('main').getByRole('button', { name: 'Report Listing' }).click()
  const report = page.getByRole('dialog', { name: 'Report Listing' })
  await report.getByLabel('Reason').fill('Not as described')
  await failEveryWay(page, {
    call: '**/api/reports',
    scope: report,
    button: 'Submit Report',
    title: 'Failed to submit report',
    fallback: tryLater,
  })
  // Reopened, it has the text, and no error.
  await report.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('main').getByRole('button', { name: 'Report Listing' }).click()
  await expect(report.getByLabel('Reason')).toHaveValue('Not as described')
  await expect(report.locator('[data-form-failure]')).toHaveCount(0)
  await report.getByRole('button', { name: 'Cancel' }).click()
  await expect(report).toHaveCount(0)

  await failEveryWay(page, {
    call: '**/api/threads',
    scope: page.getByRole('main'),
    button: 'Chat with Seller',
    toastOnly: true,
    title: 'Failed to start chat',
    fallback: tryLater,
  })

  await open(page, `/users/${seller.id}`)
  await press(page, 'Leave Review')
  const review = page.getByRole('dialog', { name: 'Leave a Review' })
  await review.getByRole('radio', { name: '5 stars' }).locator('..').click()
  await review.getByLabel('Comment (optional)').fill('Came in time.')
  await failEveryWay(page, {
    call: '**/api/users/*/reviews',
    scope: review,
    button: 'Post Review',
    title: 'Failed to post review',
    fallback: tryLater,
  })
})

test('[FORM-FAILURE] what a seller sends: answer, a new listing, a changed one', async ({ page, oja }) => {
  const [seller, buyer] = [await person(oja), await person(oja)]
  const id = await listing(oja, seller)
  await buyer.api('POST /api/listings/:id/questions', {
    params: { id },
    body: { question: 'Does it still work as new?' },
  })
  await signIn(page, oja, seller)
  await open(page, `/listings/${id}`)
  await page.getByRole('button', { name: 'Reply' }).click()
  await field(page, 'Your answer').fill('It does.')
  await failEveryWay(page, {
    call: '**/api/questions/*/answer',
    method: 'PATCH',
    scope: page.locator('form').filter({ has: field(page, 'Your answer') }),
    button: 'Post Answer',
    title: 'Failed to post answer',
    fallback: 'Please try again.',
  })

  const { photos } = await seller.api('GET /api/listings/:id', { params: { id } })
  await open(page, '/sell')
  await fillListing(page, 'A gas cooker')
  await setTestPhotos(
    page,
    photos.map(({ url }) => url),
  )
  await expect(tiles(page)).toHaveCount(photos.length)
  await failEveryWay(page, {
    call: '**/api/listings',
    scope: page.getByRole('main'),
    button: 'Create Listing',
    title: 'Error',
    fallback: 'Failed to create listing. Please try again.',
    waits: true,
    field: { path: 'title', at: field(page, 'Title') },
  })

  await open(page, `/edit-listing/${id}`)
  await field(page, 'Title').fill('Another title')
  await failEveryWay(page, {
    call: `**/api/listings/${id}`,
    method: 'PATCH',
    scope: page.getByRole('main'),
    button: 'Save Changes',
    title: 'Error',
    fallback: 'Failed to update listing',
    field: { path: 'title', at: field(page, 'Title') },
  })
})
