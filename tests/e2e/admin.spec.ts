import { formatCount } from '#shared/money.ts'
import { administrator, confirm, report, rowOf, tab } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, expectToast, open, phone, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

test('[ROUTE-ADMIN] the 404 page for visitors and members; the dashboard for administrators', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(404)
  const isMissing = async () => {
    const answer = await page.goto('/admin')
    expect(answer?.status()).toBe(404)
    expect(await answer?.text()).not.toContain('Admin Dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  }
  await isMissing()
  await signIn(page, oja, await person(oja))
  await isMissing()
  await signIn(page, oja, await administrator(oja))
  const answer = await page.goto('/admin')
  expect(answer?.status()).toBe(200)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
})

test('[ADMIN-STATS] [ADMIN-TABS] [ADMIN-PLOTS] numbers, plots with their tables, and tabs with addresses', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  await listing(oja, seller, { title: 'Counted kettle', state: 'Kano', lga: 'Dala' })
  await listing(oja, seller, { title: 'Counted and sold', status: 'SOLD' })
  await report(oja, admin, 'USER', seller.id, 'Counted report')
  const stats = await admin.api('GET /api/admin/stats')
  await signIn(page, oja, admin)
  await open(page, '/admin?tab=trends')
  const cards = page.getByRole('list', { name: 'Statistics' }).getByRole('listitem')
  await expect(cards).toHaveText([
    `Total Users: ${formatCount(stats.totalUsers)}`,
    `Total Listings: ${formatCount(stats.totalListings)}(${formatCount(stats.activeListings)} active)`,
    `Pending Reports: ${stats.pendingReports}`,
    'Platform Health: Good',
  ])
  const plots = page.getByRole('region', { name: 'Trends' })
  await expect(plots.getByRole('img', { name: /^Sign-ups per day.*in all/ })).toBeVisible()
  await expect(plots.getByRole('img')).toHaveCount(6)
  await plots.getByText('As a table: Active listings by state').click()
  await expect(plots.getByRole('row', { name: /^Kano \d+$/ })).toBeVisible()
  await plots.getByText('As a table: Active listings by state').click()
  // The canvas is not empty, and is redrawn in the other theme.
  const canvas = plots.getByRole('img', { name: /^Active listings by state/ })
  const picture = () => canvas.evaluate((element) => (element as HTMLCanvasElement).toDataURL())
  await expect.poll(async () => (await picture()).length).toBeGreaterThan(3000)
  const light = await picture()
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(picture).not.toBe(light)
  await page.emulateMedia({ colorScheme: 'light' })

  await expect(tab(page, 'Reports')).toHaveText(`Reports${stats.pendingReports} pending`)
  await tab(page, 'Listings').click()
  await expect(page.getByRole('table', { name: 'Listings' })).toBeVisible()
  await expect(tab(page, 'Listings')).toHaveAttribute('aria-current', 'page')
  await tab(page, 'Users').click()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await tab(page, 'Reports').click()
  await expect(page).toHaveURL(/tab=reports/)
  await page.getByRole('searchbox', { name: 'Search cases' }).fill('counted report')
  await expect(page.getByRole('list', { name: 'Cases' }).getByRole('listitem').first()).toContainText(
    'Counted report',
  )
  await page.getByRole('link', { name: 'All reports' }).click()
  await expect(page.getByRole('table', { name: 'Reports' })).toBeVisible()
  await page.goBack()
  await page.goBack()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('table', { name: 'Users' })).toBeVisible()
})

test('[ADMIN-USERS] [STATE-BAN] [TOAST-ADMIN] users are found, banned with a reason and unbanned; never an administrator', async ({
  page,
  oja,
}) => {
  const [admin, user] = [
    await administrator(oja, 'Chief Keeper'),
    await person(oja, { fullName: 'Tayo Trouble' }),
  ]
  await signIn(page, oja, admin)
  await open(page, '/admin?tab=users')
  await expect(page.getByRole('columnheader')).toHaveText([
    'ID',
    'Name',
    'E-mail',
    'Role',
    'Status',
    'Joined',
    'Actions',
  ])
  await page.getByRole('searchbox', { name: 'Search users' }).fill('chief keeper')
  await expect(rowOf(page, 'Chief Keeper')).toContainText('Admin')
  await expect(page.getByRole('button', { name: /^Ban/ })).toHaveCount(0)
  await page.getByRole('searchbox', { name: 'Search users' }).fill(user.email)
  const row = rowOf(page, 'Tayo Trouble')
  await expect(row).toContainText(`${user.id}`)
  await expect(row).toContainText('Active')
  await row.getByRole('button', { name: 'Ban Tayo Trouble' }).click()
  await page.getByLabel('Reason (optional)').fill('Asked buyers for codes')
  await confirm(page, 'Ban User', 'Ban')
  await expectToast(page, 'User banned')
  await expect(row).toContainText('Banned')
  await expect(user.api('GET /api/auth/me')).rejects.toMatchObject({ status: 401 })
  await row.getByRole('button', { name: 'Unban Tayo Trouble' }).click()
  await confirm(page, 'Unban User', 'Unban')
  await expect(row).toContainText('Active')
})

test('[ADMIN-REPORTS] [STATE-REPORT] [ADMIN-HISTORY] [TOAST-ADMIN] a report shows its target; it is closed once, and kept in the history', async ({
  page,
  oja,
}) => {
  const [admin, seller] = [await administrator(oja), await person(oja)]
  const [one, two] = [await person(oja, { fullName: 'Rita Reporter' }), await person(oja)]
  const id = await listing(oja, seller, { title: 'Reported fridge' })
  await report(oja, one, 'LISTING', id, 'Asks for money first')
  await report(oja, two, 'LISTING', id, 'Not theirs to sell')
  await signIn(page, oja, admin)
  await open(page, '/admin?tab=reports&view=all&q=reported+fridge')
  const row = rowOf(page, 'Asks for money first')
  await expect(row).toContainText('Listing')
  await expect(row).toContainText('Rita Reporter')
  await expect(row).toContainText('New')
  await expect(row).toContainText('1 more open report')
  await expect(row.getByRole('link', { name: 'Reported fridge', exact: true })).toHaveAttribute(
    'href',
    `/listings/${id}`,
  )
  await row.getByRole('button', { name: /^Review/ }).click()
  await expectToast(page, 'Report updated')
  await expect(row).toContainText('Reviewed')
  await expect(row.getByRole('button')).toHaveCount(0)

  const other = rowOf(page, 'Not theirs to sell')
  await other.getByRole('button', { name: /^Action/ }).click()
  await page.getByLabel('Reason (optional)').fill('Warned the seller')
  await confirm(page, 'Report Actioned', 'Mark as actioned')
  await expect(other).toContainText('Actioned')
  await expect(other.getByRole('button')).toHaveCount(0)
  await page.getByLabel('Status', { exact: true }).selectOption('New')
  await expect(page.getByRole('heading', { name: 'No reports found' })).toBeVisible()

  await tab(page, 'History').click()
  const act = rowOf(page, 'Actioned report Not theirs to sell')
  await expect(act).toContainText('Ife Admin')
  await expect(act).toContainText('Warned the seller')
})

test('[ROUTE-ADMIN] every tab is accessible on phones and desktops, in both themes', async ({
  page,
  oja,
}) => {
  const admin = await administrator(oja, 'Looked At Admin')
  const seller = await person(oja, { fullName: 'Looked At Seller' })
  await person(oja, { fullName: 'Looked At Banned', banned: true })
  const id = await listing(oja, seller, {
    title: 'A very long title of a thing that is looked at from every side, one by one',
  })
  await listing(oja, seller, { title: 'Looked at and away', deleted_at: new Date() })
  await listing(oja, seller, { title: 'Looked at', status: 'HIDDEN', hidden_by_moderator: true })
  await report(oja, admin, 'LISTING', id, 'Something is not right')
  await admin.api('PATCH /api/admin/listings/:id/feature', {
    params: { id },
    body: { until: new Date(Date.now() + 86_400_000).toISOString(), reason: 'A fine thing' },
  })
  await signIn(page, oja, admin)
  for (const path of [
    '/admin?deleted=true&q=looked+at',
    '/admin?tab=users&q=looked',
    '/admin?tab=reports&q=looked',
    '/admin?tab=reports&view=all&q=looked',
    '/admin?tab=history&limit=10',
    '/admin?tab=trends',
  ]) {
    await page.setViewportSize(phone)
    await open(page, path)
    if (path.includes('trends'))
      await expect(page.getByRole('region', { name: 'Trends' }).getByRole('img').first()).toBeVisible()
    await expectAccessibleEverywhere(page)
    if (!path.includes('deleted')) continue
    await page.getByRole('button', { name: 'Hide A very long title' }).click()
    await expect(page.getByRole('dialog', { name: 'Hide Listing' })).toBeVisible()
    await expectAccessibleEverywhere(page)
  }
})
