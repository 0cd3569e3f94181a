import {
  dialog,
  digits,
  enterCode,
  fillRegistration,
  forgetWhenCodesWereSent,
  newcomer,
  press,
  shownCode,
} from './support/auth-forms.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, test } from './support/browser.ts'
import { mailedCode } from './support/people.ts'

test.describe('the code dialog', () => {
  test.beforeEach(async ({ page }) => {
    await page.clock.install()
    await open(page, '/register')
  })

  test('[CODE-BOXES] [CODE-CANCEL] six boxes: digits only, paste, arrows and backspace', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await fillRegistration(page, newcomer())
    await press(page, 'Register')
    await expect(digits(page)).toHaveCount(6)
    await expect(digits(page).first()).toBeFocused()
    await expectAccessibleEverywhere(page)
    await page.keyboard.type('1a2 3')
    expect(await shownCode(page)).toBe('123')
    await expect(digits(page).nth(3)).toBeFocused()
    await page.keyboard.press('Backspace')
    expect(await shownCode(page)).toBe('12')
    await page.keyboard.press('ArrowLeft')
    await expect(digits(page).nth(1)).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(digits(page).nth(3)).toBeFocused()
    await page.evaluate(() => navigator.clipboard.writeText('code: 654-321 '))
    await page.keyboard.press('Control+V')
    expect(await shownCode(page)).toBe('654321')
    await digits(page).first().focus()
    await page.keyboard.type('654329')
    expect(await shownCode(page)).toBe('654329')
    await page.keyboard.press('Home')
    await expect(digits(page).first()).toBeFocused()
    await page.keyboard.press('End')
    await expect(digits(page).last()).toBeFocused()
    // Behind a digit that is not selected, as after a second tap: the new one takes its place.
    await digits(page).nth(2).focus()
    await digits(page)
      .nth(2)
      .evaluate((box: HTMLInputElement) => box.setSelectionRange(1, 1))
    await page.keyboard.type('8')
    expect(await shownCode(page)).toBe('658329')
    await expect(digits(page).nth(3)).toBeFocused()

    await dialog(page).getByRole('button', { name: 'Cancel' }).click()
    await page.clock.runFor(1000)
    await expect(dialog(page)).toHaveCount(0)
    await page.getByRole('button', { name: 'Enter the code' }).click()
    await expect(dialog(page)).toBeVisible()
  })

  test('[CODE-TIMERS] [CODE-EXPIRED] [CODE-RESEND] both timers run, and a resend starts them again', async ({
    page,
    oja,
  }) => {
    const who = newcomer()
    await fillRegistration(page, who)
    await press(page, 'Register')
    await expect(dialog(page).getByText(/^Expires in (10:00|9:5\d)$/)).toBeVisible()
    const resend = dialog(page).getByRole('button', { name: /^Resend/ })
    await expect(resend).toHaveText(/^Resend in (60|5\d)s$/)
    await expect(resend).toBeDisabled()
    const first = await mailedCode(oja, who.email)
    await page.clock.fastForward(61_000)
    await expect(resend).toHaveText('Resend code')
    await expect(dialog(page).getByText(/^Expires in 8:\d\d$/)).toBeVisible()
    await page.clock.fastForward(540_000)
    await expect(dialog(page).getByText('Code expired', { exact: true })).toBeVisible()
    await expect(digits(page).first()).toBeDisabled()
    await expect(dialog(page).getByRole('button', { name: 'Verify' })).toBeDisabled()
    // The boxes had the focus, and are disabled.
    await expect(resend).toBeFocused()

    await forgetWhenCodesWereSent(oja)
    await resend.press('Enter')
    await expectToast(page, 'Code resent')
    await expect(dialog(page).getByText(/^Expires in (10:00|9:5\d)$/)).toBeVisible()
    await expect(resend).toHaveText(/^Resend in (60|5\d)s$/)
    expect(await shownCode(page)).toBe('')
    await expect(digits(page).first()).toBeFocused()
    await enterCode(page, await mailedCode(oja, who.email, first))
    await expect(page).toHaveURL('/')
  })

  test('[CODE-RESEND] [CODE-RESEND-FAIL] [CODE-WRONG] a resend clears the input; a failed one shows an error', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(500)
    const who = newcomer()
    await fillRegistration(page, who)
    await press(page, 'Register')
    await mailedCode(oja, who.email)
    await page.route('**/api/auth/verify-email', (route) => route.fulfill({ status: 500, body: '' }))
    await enterCode(page, '123456')
    await expectToast(page, 'Verification failed', 'Invalid code. Please try again')
    await page.clock.fastForward(61_000)
    await page.route('**/api/auth/resend-verification', (route) => route.fulfill({ status: 500, body: '' }))
    await dialog(page).getByRole('button', { name: 'Resend code' }).click()
    await expect(page.locator('.toast', { hasText: 'Failed to resend code' })).toContainText(
      'Please try again',
    )
    expect(await shownCode(page)).toBe('123456')
    await page.unroute('**/api/auth/resend-verification')
    await forgetWhenCodesWereSent(oja)
    await dialog(page).getByRole('button', { name: 'Resend code' }).click()
    await expect.poll(() => shownCode(page)).toBe('')
  })
})
