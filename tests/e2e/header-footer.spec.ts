import { expect, expectAccessibleEverywhere, expectCookie, open, phone, test } from './support/browser.ts'
import { type Person, person, signIn } from './support/people.ts'
import type { OjaServer } from './support/server.ts'
import { listing, uploadPhoto } from './support/test-listings.ts'

async function makeAdministrator(oja: OjaServer, who: Person) {
  await oja.database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', who.id).execute()
}

async function openSockets(oja: OjaServer): Promise<string | undefined> {
  const metrics = await (await fetch(`${oja.url}/metrics`)).text()
  return /^oja_open_sockets (\d+)$/m.exec(metrics)?.[1]
}

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

  test('[HEADER-MEMBER] [HEADER-AVATAR] [HEADER-MENU] a signed-in user has Sell and a menu', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja, { fullName: 'Ọlá Nwosu' })
    await signIn(page, oja, ada)
    await open(page, '/about')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Login' })).toHaveCount(0)
    const links = header.getByRole('navigation', { name: 'Main' }).getByRole('link')
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/listings',
      '/favorites',
      '/chat',
      '/notifications',
      '/sell',
    ])

    const account = header.getByRole('button', { name: 'Account menu' })
    await expect(account).toHaveText('Ọ')
    await account.click()
    await expect(header.getByText('Ọlá Nwosu')).toBeVisible()
    await expect(header.getByText(ada.email)).toBeVisible()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText(['My Profile', 'My Listings', 'Settings', 'Logout'])
    await expectAccessibleMenu()

    await page.getByRole('menuitem', { name: 'My Profile' }).click()
    await expect(page).toHaveURL(`/users/${ada.id}`)
    await account.click()
    await page.getByRole('menuitem', { name: 'My Listings' }).click()
    await expect(page).toHaveURL('/my-listings')

    async function expectAccessibleMenu() {
      for (const [key, name] of [
        ['ArrowDown', 'My Listings'],
        ['End', 'Logout'],
        ['ArrowDown', 'My Profile'],
        ['ArrowUp', 'Logout'],
        ['Home', 'My Profile'],
        ['s', 'Settings'],
        ['m', 'My Profile'],
        ['m', 'My Listings'],
      ] as const) {
        await page.keyboard.press(key)
        await expect(page.getByRole('menuitem', { name }), key).toBeFocused()
      }
      await page.keyboard.press('Escape')
      await expect(items).toHaveCount(0)
      await expect(account).toBeFocused()
      await page.keyboard.press('ArrowUp')
      await expect(items.last()).toBeFocused()
    }
  })

  test('[HEADER-MENU] Escape closes the menu also from its choice of a theme and from its button, and Tab out of it', async ({
    page,
    oja,
  }) => {
    await signIn(page, oja, await person(oja))
    await open(page, '/about')
    const account = page.getByRole('banner').getByRole('button', { name: 'Account menu' })
    for (const [key, at] of [
      ['Tab', page.getByRole('banner').getByRole('button', { name: 'Same as this device' })],
      ['Shift+Tab', account],
    ] as const) {
      await account.press('Enter')
      await expect(page.getByRole('menuitem').first()).toBeFocused()
      await page.keyboard.press(key)
      await expect(at).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('menu')).toHaveCount(0)
      await expect(account).toBeFocused()
    }
    await page.keyboard.press('Enter')
    await page.getByRole('banner').getByRole('button', { name: 'Dark' }).focus()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('menu')).toHaveCount(0)
  })

  test('[HEADER-ICONS] [HEADER-MENU] icons of favourites and messages; administrators have their dashboard', async ({
    page,
    oja,
  }) => {
    const ada = await person(oja)
    await makeAdministrator(oja, ada)
    await signIn(page, oja, ada)
    await open(page, '/about')
    const header = page.getByRole('banner')
    await expect(header.getByRole('link', { name: 'Messages', exact: true })).toHaveAttribute('href', '/chat')
    await header.getByRole('button', { name: 'Account menu' }).click()
    await expect(page.getByRole('menuitem')).toHaveText([
      'My Profile',
      'My Listings',
      'Settings',
      'Admin Dashboard',
      'Logout',
    ])
    await expect(page.getByRole('menuitem', { name: 'Settings' })).toHaveAttribute('href', '/settings')
    await expect(page.getByRole('menuitem', { name: 'Admin Dashboard' })).toHaveAttribute('href', '/admin')
    await page.keyboard.press('Escape')
    const favorites = header.getByRole('link', { name: 'Favorites' })
    await expect(favorites).not.toHaveAttribute('aria-current')
    await favorites.click()
    await expect(page).toHaveURL('/favorites')
    await expect(favorites).toHaveAttribute('aria-current', 'page')
  })

  test('[HEADER-UNREAD] [HEADER-TITLE] [CALL-UNREAD] [LIMIT-UNREAD] the badge: hidden at 0, the number up to 99, 99+ above, read every 30 seconds', async ({
    page,
    oja,
  }) => {
    let count = 0
    let reads = 0
    await page.clock.install()
    // A connection that never opens, since it would cause further reads.
    await page.routeWebSocket('**/ws/**', () => undefined)
    await page.route('**/ws/**', () => undefined)
    await page.route('**/api/messages/unread-count', (route) => {
      reads += 1
      return route.fulfill({ json: { count } })
    })
    await signIn(page, oja, await person(oja))
    await open(page, '/about')
    const title = await page.title()
    const messages = page.getByRole('banner').getByRole('link', { name: /^Messages/ })
    await expect(messages).toHaveText('')

    // From here on the test controls the clock.
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await expect.poll(() => reads).toBeGreaterThan(0)
    const shows = (text: string) =>
      expect(async () => {
        await page.clock.runFor(20)
        await expect(messages).toHaveText(text, { timeout: 300 })
      }).toPass()
    await shows('')
    for (const [unread, text] of [
      [1, '1'],
      [99, '99'],
      [100, '99+'],
      [12_345, '99+'],
      [0, ''],
    ] as const) {
      count = unread
      const before = reads
      await page.clock.runFor(28_000)
      expect(reads).toBe(before)
      await page.clock.runFor(2000)
      await expect.poll(() => reads).toBe(before + 1)
      await shows(text)
      await expect(messages).toHaveAccessibleName(text ? `Messages, ${text} unread` : 'Messages')
      await expect(page).toHaveTitle(text ? `(${text}) ${title}` : title)
    }
    count = 3
    await page.clock.runFor(30_000)
    await shows('3')
    await page.clock.resume()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
    await expect(page).toHaveTitle(/^\(3\) Terms/)
  })

  test('[HEADER-UNREAD] [HEADER-TITLE] [CALL-UNREAD] a message shows immediately in every tab, and disappears when it is read', async ({
    page,
    oja,
    context,
  }) => {
    const [ada, buyer] = [await person(oja), await person(oja)]
    const listingId = await listing(oja, ada)
    const { id } = await buyer.api('POST /api/threads', { body: { listingId } })
    const say = (body: string) =>
      buyer.api('POST /api/threads/:id/messages', { params: { id }, body: { body } })
    await say('Is it there?')
    await signIn(page, oja, ada)
    const answer = await page.goto('/about')
    expect(await answer?.text()).toContain('<title>(1) About')
    const other = await context.newPage()
    await open(other, '/')
    const badges = [page, other].map((tab) =>
      tab.getByRole('banner').getByRole('link', { name: /^Messages/ }),
    )
    for (const badge of badges) await expect(badge).toHaveText('1')
    // Both are live: the server has their sockets.
    await expect.poll(() => openSockets(oja)).toBe('2')
    const { id: newest } = await say('Can you do ₦5,000?')
    for (const badge of badges) await expect(badge).toHaveText('2')
    for (const tab of [page, other]) await expect(tab).toHaveTitle(/^\(2\) /)
    await ada.api('POST /api/threads/:id/read', { params: { id }, body: { upTo: newest } })
    for (const badge of badges) await expect(badge).toHaveText('')
    for (const tab of [page, other]) await expect(tab).toHaveTitle(/^[^(]/)
    await other.close()
  })

  test('[CALL-UNREAD] visitors do not request unread messages', async ({ page }) => {
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.install()
    await open(page, '/about')
    await page.clock.runFor(61_000)
    expect(asked.filter((path) => /unread|favorites|^\/ws/.test(path))).toEqual([])
  })

  test('[HEADER-AVATAR] the avatar of a user who has one', async ({ page, oja }) => {
    const ada = await person(oja)
    const { url } = await uploadPhoto(oja, ada, 0)
    await oja.database.db.updateTable('users').set({ avatar_url: url }).where('id', '=', ada.id).execute()
    await signIn(page, oja, ada)
    await open(page, '/about')
    await expect(page.getByRole('button', { name: 'Account menu' }).locator('img')).toHaveAttribute(
      'src',
      url.replace('/320.', '/160.'),
    )
  })

  test('[HEADER-LOGOUT] [AUTH-LOGOUT] logging out ends the session and reloads the home page', async ({
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

  test('[HEADER-PHONE-VISITOR] [HEADER-PHONE-CLOSES] a visitor has a side menu that closes on navigation', async ({
    page,
  }) => {
    await open(page, '/about')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Sell', exact: true })).toHaveCount(0)
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

  test('[HEADER-PHONE-MEMBER] a signed-in user has a Sell icon and everything in the side menu', async ({
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
    await expect(menu.getByRole('link')).toHaveText([
      'Browse',
      'Favorites',
      'Messages',
      'Notifications',
      'My Profile',
      'My Listings',
      'Settings',
    ])
    await expect(menu).toHaveAccessibleName('Bola Ade')
    const box = await menu.boundingBox()
    // A scroll bar may take space beside it.
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(phone.width - 20)
    await menu.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('link', { name: 'Start Selling' })).toBeVisible()
  })
})

test('[HEADER-PHONE-MEMBER] [HEADER-UNREAD] the side menu counts unread messages and has the dashboard for administrators', async ({
  page,
  oja,
}) => {
  const ada = await person(oja)
  await makeAdministrator(oja, ada)
  await page.clock.install()
  await page.route('**/api/messages/unread-count', (route) => route.fulfill({ json: { count: 120 } }))
  await page.setViewportSize(phone)
  await signIn(page, oja, ada)
  await open(page, '/about')
  await page.clock.runFor(30_500)
  await page.getByRole('button', { name: 'Menu, 99+ unread messages' }).click()
  const menu = page.getByRole('dialog')
  await expect(menu.getByRole('link')).toHaveText([
    'Browse',
    'Favorites',
    /^Messages99\+/,
    'Notifications',
    'My Profile',
    'My Listings',
    'Settings',
    'Admin Dashboard',
  ])
  await expect(menu.getByRole('link', { name: 'Messages , 99+ unread' })).toHaveAttribute('href', '/chat')
  await menu.getByRole('link', { name: 'Favorites' }).click()
  await expect(page).toHaveURL('/favorites')
  await expect(menu).toHaveCount(0)
})

const pages = [
  ['About', '/about'],
  ['Safety tips', '/safety'],
  ['Contact', '/contact'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
] as const

test('[FOOTER-PAGES] the footer links to five information pages, accessible on phones and desktops, light and dark', async ({
  page,
}) => {
  // A list would add its next page, and the footer would move away from the press.
  await open(page, '/privacy')
  for (const [name, path] of pages) {
    await page.getByRole('contentinfo').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(page).toHaveTitle(new RegExp(name))
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessibleEverywhere(page)
  }
})

test('[THEME-TOOLBAR] the browser’s toolbar follows a theme that is chosen, at once and after a reload', async ({
  page,
}) => {
  await open(page, '/about')
  const coloursOf = () =>
    page
      .locator('meta[name=theme-color]')
      .evaluateAll((all) =>
        all.map((meta) => [(meta as HTMLMetaElement).media, meta.getAttribute('content')]),
      )
  const system = await coloursOf()
  expect(new Set(system.map(([, colour]) => colour)).size).toBe(2)
  const theme = page.getByRole('contentinfo').getByRole('group', { name: 'Colour theme' })
  for (const choice of ['Dark', 'Light']) {
    await theme.getByRole('button', { name: choice, exact: true }).click()
    const chosen = await coloursOf()
    const ofScheme = system.find(([media]) => media?.includes(choice.toLowerCase()))?.[1]
    expect(chosen.map(([, colour]) => colour)).toEqual([ofScheme, ofScheme])
    await expectCookie(page, 'theme', choice.toLowerCase())
    await open(page, '/about')
    expect(await coloursOf()).toEqual(chosen)
  }
  await theme.getByRole('button', { name: 'Same as this device' }).click()
  expect(await coloursOf()).toEqual(system)
})

test('[ROUTE-404] the 404 page is accessible, with links that help', async ({ page, expectedStatuses }) => {
  expectedStatuses.push(404)
  const answer = await page.goto('/no/such/page')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  await expectAccessibleEverywhere(page)
  await page.getByRole('main').getByRole('textbox').or(page.getByRole('searchbox')).last().fill('fan')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/listings?search=fan')
})
