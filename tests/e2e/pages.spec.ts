import { expect, test } from './support/browser.ts'

test('hello', async ({ page }) => {
  await page.goto('/about')
  await expect(page.locator('main')).toBeVisible()
})
