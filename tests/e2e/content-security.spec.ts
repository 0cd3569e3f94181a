import { expect, expectToast, test } from './support/browser.ts'
import { person, signIn } from './support/people.ts'
import { listing } from './support/test-listings.ts'

// A violation of the policy is an error in the page, which fails every test of this folder.

test('[HDR-CSP] the API’s documentation renders under the policy of all pages', async ({ page }) => {
  await page.goto('/api/docs/')
  await expect(page.getByText('/api/site', { exact: true })).toBeVisible()
})

test('[HDR-CSP] user content is shown and never executed', async ({ page, oja }) => {
  const seller = await person(oja, { fullName: '<img src=x onerror=alert(1)> "Ada"' })
  const title = '"><script>alert(1)</script><b>Phone'
  const description = `</script><script>alert(2)</script> javascript:alert(3) <svg onload=alert(4)> {{7*7}} \${7*7} ${'x'.repeat(20)}`
  const id = await listing(oja, seller, { title, description })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await page.goto(`/listings/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  await expect(page.getByText('javascript:alert(3)')).toBeVisible()
  await page.goto(`/listings?search=${encodeURIComponent('"><script>alert(5)</script>')}`)
  await expect(page.getByRole('heading').first()).toBeVisible()
  await page.goto(`/users/${seller.id}`)
  await expect(page.getByText('<img src=x onerror=alert(1)> "Ada"').first()).toBeVisible()
  expect(dialogs).toEqual([])
})

test('[HDR-CSP] an injected script would not run, nor a style element apply', async ({
  page,
  pageErrors,
}) => {
  await page.goto('/about')
  const ran = await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    const style = document.createElement('style')
    style.textContent = 'body { outline-style: dotted }'
    document.body.append(script, style)
    document.body.setAttribute('onclick', 'window.ran = true')
    document.body.click()
    return ['ran' in window, getComputedStyle(document.body).outlineStyle]
  })
  expect(ran).toEqual([false, 'none'])
  expect(pageErrors.length).toBeGreaterThan(1)
  for (const error of pageErrors.splice(0)) expect(error).toContain('Content Security Policy')
})

test('[LOGOUT-AWAY] logging out without a connection leaves nothing private on the device', async ({
  page,
  oja,
  expectedStatuses,
  pageErrors,
}) => {
  expectedStatuses.push(401)
  const ada = await person(oja)
  await signIn(page, oja, ada)
  await page.goto('/about')
  await page.evaluate(() => localStorage.setItem('oja:private:draft', 'words of Ada'))
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('oja:private:draft'))).toBeNull()
  await expectToast(page, 'Logout failed')
  pageErrors.splice(0)
})
