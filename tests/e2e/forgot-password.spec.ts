import { readSentMail } from '../support/sent-mail.ts'
import { dialog, digits, enterCode, field, logIn, press } from './support/auth-forms.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, phone, test } from './support/browser.ts'
import { mailedCode, password, person } from './support/people.ts'

test.describe('a forgotten password', () => {
  test.use({ viewport: phone })

  test('[RESET-STEPS] [RESET-RULES] request, code, new password, login', async ({ page, oja }) => {
    const ada = await person(oja, { password })
    await open(page, '/forgot-password')
    await press(page, 'Send code')
    await expect(page.getByText('Invalid email address', { exact: true })).toBeVisible()
    await field(page, 'E-mail').fill(ada.email)
    await expectAccessibleEverywhere(page)
    await page.setViewportSize(phone)
    await press(page, 'Send code')
    await expectToast(page, 'Check your email')
    await enterCode(page, await mailedCode(oja, ada.email))
    await expectToast(page, 'Code verified')

    await expect(field(page, 'New password')).toBeFocused()
    await field(page, 'New password').fill('short')
    await press(page, 'Reset password')
    await expect(page.getByText('Password must be at least 8 characters', { exact: true })).toBeVisible()
    await field(page, 'New password').fill('another horse 43')
    await field(page, 'Confirm password').fill('another horse 44')
    await press(page, 'Reset password')
    await expect(page.getByText("Passwords don't match", { exact: true })).toBeVisible()
    await expectAccessibleEverywhere(page)
    await field(page, 'Confirm password').fill('another horse 43')
    await press(page, 'Reset password')
    await expect(page).toHaveURL('/login')
    await expectToast(page, 'Password reset successful')
    await expect(ada.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
    await logIn(page, ada.email, 'another horse 43')
    await expect(page).toHaveURL('/')
  })

  test('[RESET-STEPS] [LOGIN-NEXT] who forgot the password on the way to a page gets there after all', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja, { password })
    await open(page, '/my-listings')
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click()
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await expect(page.getByRole('link', { name: 'Back to login' })).toHaveAttribute(
      'href',
      '/login?next=%2Fmy-listings',
    )
    await field(page, 'E-mail').fill(ada.email)
    await press(page, 'Send code')
    await enterCode(page, await mailedCode(oja, ada.email))
    await field(page, 'New password').fill('another horse 43')
    await field(page, 'Confirm password').fill('another horse 43')
    await press(page, 'Reset password')
    await expectToast(page, 'Password reset successful')
    await logIn(page, ada.email, 'another horse 43')
    await expect(page).toHaveURL('/my-listings')
  })

  test('[RESET-LINK] the link in the mail opens the new-password page, in a browser that requested nothing', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja, { password })
    await ada.api('POST /api/auth/forgot-password', { body: { email: ada.email } })
    await mailedCode(oja, ada.email)
    const [mail] = await readSentMail(oja.dataDir, ada.email)
    const { pathname, hash } = new URL(/^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? '')
    await open(page, pathname + hash)
    await expect(page).toHaveURL('/forgot-password')
    await expect(page.getByText(`For ${ada.email}.`)).toBeVisible()
    await field(page, 'New password').fill('another horse 43')
    await field(page, 'Confirm password').fill('another horse 43')
    await press(page, 'Reset password')
    await expectToast(page, 'Password reset successful')
    await logIn(page, ada.email, 'another horse 43')
    await expect(page).toHaveURL('/')
  })

  test('[RESET-LINK] the link in the mail also works where this page is open already', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja, { password })
    await open(page, '/forgot-password')
    await field(page, 'E-mail').fill(ada.email)
    await press(page, 'Send code')
    await mailedCode(oja, ada.email)
    const [mail] = await readSentMail(oja.dataDir, ada.email)
    const { pathname, hash } = new URL(/^http\S+$/m.exec(mail?.text ?? '')?.[0] ?? '')
    // Only the fragment differs, so the browser loads nothing.
    await page.goto(pathname + hash)
    await field(page, 'New password').fill('another horse 43')
    await field(page, 'Confirm password').fill('another horse 43')
    await press(page, 'Reset password')
    await expectToast(page, 'Password reset successful')
  })

  test('[CODE-CHANGE] a mistyped address is changed from the dialog', async ({ page, oja }) => {
    const ada = await person(oja)
    await open(page, '/forgot-password')
    await field(page, 'E-mail').fill(`wrong_${ada.email}`)
    await press(page, 'Send code')
    await dialog(page).getByRole('button', { name: 'Wrong address? Change it' }).click()
    await expect(field(page, 'E-mail')).toBeFocused()
    await expect(field(page, 'E-mail')).toHaveValue(`wrong_${ada.email}`)
    await field(page, 'E-mail').fill(ada.email)
    await press(page, 'Send code')
    await expect(dialog(page)).toContainText(`to ${ada.email}.`)
    await enterCode(page, await mailedCode(oja, ada.email))
    await expect(field(page, 'New password')).toBeVisible()
  })

  test('[CODE-AGAIN] Cancel and Send code again show the remaining time of the code', async ({ page }) => {
    await page.clock.install()
    await open(page, '/forgot-password')
    await field(page, 'E-mail').fill('nobody@example.com')
    await press(page, 'Send code')
    await expect(digits(page)).toHaveCount(6)
    await page.clock.fastForward(30_000)
    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.clock.runFor(1000)
    await expect(dialog(page)).toHaveCount(0)
    await press(page, 'Send code')
    await expect(dialog(page).getByText(/^Expires in 9:[012]\d$/)).toBeVisible()
    await expect(dialog(page).getByRole('button', { name: /^Resend in [12]?\ds$/ })).toBeDisabled()
  })

  test('[RESET-FAIL] [CODE-RESEND-FAIL] failures on the way show an error', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(400, 500)
    const ada = await person(oja)
    const call = '**/api/auth/forgot-password'
    await page.clock.install()
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/forgot-password')
    await field(page, 'E-mail').fill(ada.email)
    await press(page, 'Send code')
    await expectToast(page, 'Request failed')
    await page.unroute(call)
    await press(page, 'Send code')
    await expect(digits(page)).toHaveCount(6)
    const code = await mailedCode(oja, ada.email)
    await page.route(call, (route) => route.fulfill({ status: 500, body: '' }))
    await page.clock.fastForward(61_000)
    await dialog(page).getByRole('button', { name: 'Resend code' }).click()
    await expect(page.locator('.toast', { hasText: 'Failed to resend' })).toContainText('Please try again')
    await enterCode(page, code)
    await expect(field(page, 'New password')).toBeVisible()
    await oja.database.db.deleteFrom('reset_tokens').where('user_id', '=', ada.id).execute()
    await field(page, 'New password').fill('another horse 43')
    await field(page, 'Confirm password').fill('another horse 43')
    await press(page, 'Reset password')
    await expect(page.locator('.toast', { hasText: 'Reset failed' })).toBeVisible()
  })
})
