import { expect, expectAccessibleEverywhere, open, phone, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'

test.describe('on a desktop', () => {
  test('[HEADER-LOGO] [HEADER-BROWSE] [HEADER-VISITOR] a visitor has Browse, Login and Register', async ({
    page,
  }) => {
    await open(page, '/about')
    const header = page.getByRole('banner')
    const browse = header.getByRole('link', { name: 'Browse', exact: true })
    await expect(browse).not.toHaveAttribute('aria-current')
    await browse.click()
    await expect(page).toHaveURL('/listings')
    await expect(browse).toHaveAttribute('aria-current', 'page')
    await expect(header.getByRole('link', { name: 'Sell', exact: true })).toHaveCount(0)

    await header.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
    await header.getByRole('link', { name: 'Register' }).click()
    await expect(page).toHaveURL('/register')
    await header.getByRole('link', { name: 'Oja, home' }).click()
    await expect(page).toHaveURL('/')
  })

  test('[HEADER-MEMBER] [HEADER-AVATAR] [HEADER-MENU] who is signed in has Sell and a menu of their own', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja, { fullName: 'Ọlá Nwosu' })
    await signIn(page, oja, ada)
    await open(page, '/about')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
    await expect(header.getByRole('link', { name: 'Sell', exact: true })).toHaveAttribute('href', '/sell')

    const account = header.getByRole('button', { name: 'Account menu' })
    await expect(account).toHaveText('Ọ')
    await account.click()
    await expect(header.getByText('Ọlá Nwosu')).toBeVisible()
    await expect(header.getByText(ada.email)).toBeVisible()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText(['My Profile', 'My Listings', 'Logout'])
    await expectAccessibleMenu()

    await page.getByRole('menuitem', { name: 'My Profile' }).click()
    await expect(page).toHaveURL(`/users/${ada.id}`)
    await account.click()
    await page.getByRole('menuitem', { name: 'My Listings' }).click()
    await expect(page).toHaveURL('/my-listings')

    async function expectAccessibleMenu() {
      await page.keyboard.press('ArrowDown')
      await expect(page.getByRole('menuitem', { name: 'My Listings' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(items).toHaveCount(0)
      await expect(account).toBeFocused()
      await account.click()
    }
  })

  test('[HEADER-AVATAR] the picture of who has one', async ({ page, oja }) => {
    const ada = await person(oja)
    await oja.database.db
      .updateTable('users')
      .set({ avatar_url: '/media/avatar-of-a-test.webp' })
      .where('id', '=', ada.id)
      .execute()
    const picture = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')
    await page.route('**/media/avatar-of-a-test.webp', (route) =>
      route.fulfill({ body: picture, contentType: 'image/gif' }),
    )
    await signIn(page, oja, ada)
    await open(page, '/about')
    await expect(page.getByRole('button', { name: 'Account menu' }).locator('img')).toHaveAttribute(
      'src',
      '/media/avatar-of-a-test.webp',
    )
  })

  test('[HEADER-LOGOUT] [AUTH-LOGOUT] logging out ends the session and loads the home page anew', async ({
    page,
    oja,
    expectedStatuses,
  }) => {
    expectedStatuses.push(401)
    const ada = await person(oja)
    await signIn(page, oja, ada)
    await open(page, '/about')
    await page.evaluate(() => Object.assign(window, { sameDocument: true }))
    await page.getByRole('button', { name: 'Account menu' }).click()
    const asked = page.waitForRequest('**/api/auth/logout')
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    expect((await asked).postData()).toBeNull()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Start Selling' })).toBeVisible()
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(false)
    await expect(ada.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('[HEADER-PHONE-VISITOR] [HEADER-PHONE-CLOSES] a visitor has a side menu that closes on the way', async ({
    page,
  }) => {
    await open(page, '/about')
    await expect(page.getByRole('link', { name: 'Sell', exact: true })).toHaveCount(0)
    const menu = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu.getByRole('link')).toHaveText(['Login', 'Register', 'Browse'])
    await menu.getByRole('link', { name: 'Login' }).click()
    await expect(page).toHaveURL('/login')
    await expect(menu).toHaveCount(0)

    await page.getByRole('button', { name: 'Menu' }).click()
    await expect(menu).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/about')
    await expect(menu).toHaveCount(0)
  })

  test('[HEADER-PHONE-MEMBER] who is signed in has a Sell icon and everything in the side menu', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja, { fullName: 'Bola Ade' })
    await signIn(page, oja, ada)
    await open(page, '/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sell', exact: true })).toHaveAttribute(
      'href',
      '/sell',
    )
    await page.getByRole('button', { name: 'Menu' }).click()
    const menu = page.getByRole('dialog')
    await expect(menu.getByRole('link')).toHaveText(['Browse', 'My Listings', 'My Profile'])
    await expect(menu).toHaveAccessibleName('Bola Ade')
    const box = await menu.boundingBox()
    // A scroll bar may take its room beside it.
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(phone.width - 20)
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Start Selling' })).toBeVisible()
  })
})

const pages = [
  ['About', '/about'],
  ['Safety tips', '/safety'],
  ['Contact', '/contact'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
] as const

test('[FOOTER-PAGES] the footer leads to the five pages that every marketplace has', async ({ page }) => {
  await open(page, '/listings')
  for (const [name, path] of pages) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  }
})

for (const [name, path] of pages) {
  test(`${name} is accessible on phones and desktops, light and dark`, async ({ page }) => {
    await open(page, path)
    await expectAccessibleEverywhere(page)
  })
}

test('[ROUTE-404] the 404 page is accessible, and says what can be done', async ({
  page,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectAccessibleEverywhere(page)
  await page.getByRole('main').getByRole('textbox').or(page.getByRole('searchbox')).last().fill('fan')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/listings?search=fan')
})
