import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessibleEverywhere,
  expectToast,
  open,
  phone,
  scrollALittle,
  test,
} from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

const follow = (page: Page, name: string) => page.getByRole('button', { name: `Follow ${name}`, exact: true })
const following = (page: Page, name: string) =>
  page.getByRole('button', { name: `Following ${name}`, exact: true })

test('[FOLLOW-BUTTON] a seller is followed from the profile or a listing, listed below the favorites, and unfollowed there', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  const [ada, seller, other] = [await person(oja), await person(oja), await person(oja)]
  const id = await listing(oja, seller, { title: 'Followed kettle' })
  await page.setViewportSize(phone)

  // A visitor logs in first, and comes back.
  await open(page, `/users/${seller.id}`)
  await follow(page, seller.fullName).click()
  const login = page.getByRole('dialog').getByRole('link', { name: 'Go to Login' })
  expect(await login.getAttribute('href')).toBe(`/login?next=/users/${seller.id}`)
  // A press beside the dialog closes it, once it listens.
  await expect(async () => {
    await page.mouse.click(5, 5)
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 1000 })
  }).toPass()

  await signIn(page, oja, ada)
  await open(page, `/users/${other.id}`)
  expectedStatuses.push(500)
  await page.route('**/api/follows', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: '' }) : route.fallback(),
  )
  await follow(page, other.fullName).click()
  await expectToast(page, 'Not followed', 'Please try again later.')
  await expect(follow(page, other.fullName)).toHaveAttribute('aria-pressed', 'false')
  await page.unroute('**/api/follows')
  await follow(page, other.fullName).click()
  await expectToast(page, `You follow ${other.fullName}`, 'We tell you when they sell something new.')
  await expect(following(page, other.fullName)).toHaveAttribute('aria-pressed', 'true')

  await open(page, `/listings/${id}`)
  await scrollALittle(page)
  const button = follow(page, seller.fullName)
  // It cannot be pressed before it is known who is followed already.
  await expect(button).toBeEnabled()
  expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(following(page, seller.fullName)).toBeFocused()
  await expect.poll(() => ada.api('GET /api/follows')).toEqual([seller.id, other.id])
  await open(page, `/users/${ada.id}`)
  await expect(page.getByText('0 followers')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow/ })).toHaveCount(0)

  await open(page, '/favorites')
  const list = page.getByRole('region', { name: 'Sellers you follow' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list).toContainText('1 active listing')
  await expectAccessibleEverywhere(page)
  await following(page, seller.fullName).click()
  await expectToast(page, `You no longer follow ${seller.fullName}`)
  // It stays until the page is left: a slip is undone by a press.
  await expect(follow(page, seller.fullName)).toBeFocused()
  await expect.poll(() => ada.api('GET /api/follows')).toEqual([other.id])
  await page.reload()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await list.getByRole('link', { name: other.fullName }).click()
  await following(page, other.fullName).click()
  await expectToast(page, `You no longer follow ${other.fullName}`)
  await page.goBack()
  await expect(list).toContainText('You follow nobody yet.')
})
