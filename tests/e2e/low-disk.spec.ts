import type { LowDisk } from '#shared/contract/admin.ts'
import { administrator } from './support/administrators.ts'
import { expect, expectAccessibleEverywhere, open, test } from './support/browser.ts'
import { signIn } from './support/people.ts'

const GB = 2 ** 30
const low: LowDisk = { disk: 'data', state: 'low', free: 0.8 * GB, size: 40 * GB, needed: 0.4 * GB }

test('[DISK-BANNER] the dashboard shows the free space and what to do, until there is space again', async ({
  page,
  oja,
}) => {
  let lowDisk: LowDisk | null = low
  await page.route('**/api/admin/stats', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), lowDisk } })
  })
  await page.clock.install()
  await signIn(page, oja, await administrator(oja))
  await open(page, '/settings')
  // By navigation within the app, so that the browser fetches the numbers.
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/admin'
    document.body.append(link)
    link.click()
    link.remove()
  })
  const banner = page.getByRole('status').filter({ hasText: 'disk' })
  await expect(banner).toContainText('The disk has little room')
  await expect(banner).toContainText('819 MB of 40 GB are free. Below 410 MB nobody can save anything.')
  await expect(banner).toContainText('delete old backups and logs, or give it a larger disk')
  await expectAccessibleEverywhere(page)

  lowDisk = { ...low, state: 'full', free: 0.3 * GB, needed: 0.5 * GB }
  await page.clock.fastForward(11_000)
  await expect(banner).toContainText('The disk is full: Oja can only be read')
  await expect(banner).toContainText('307 MB of 40 GB are free. Nobody can save anything until 512 MB are.')
  await expectAccessibleEverywhere(page)

  lowDisk = null
  await page.clock.fastForward(11_000)
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Admin Dashboard')
})
