import type { Browser } from '@playwright/test'

/**
 * Titles of the tabs that show a path, from the browser's own list. Playwright's page is unreliable for a tab that a link
 * opened: while Playwright attaches, the tab may change its process, and then the browser never reports the first document, for
 * which every locator waits, or even the tab itself.
 */
export async function titlesOfTabs(browser: Browser, path: string): Promise<string[]> {
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets')
  await devtools.detach()
  return targetInfos.filter((target) => isTabAt(target, path)).map(({ title }) => title)
}

/** Closes them. */
export async function closeTabs(browser: Browser, path: string): Promise<void> {
  const devtools = await browser.newBrowserCDPSession()
  const { targetInfos } = await devtools.send('Target.getTargets')
  for (const target of targetInfos.filter((each) => isTabAt(each, path)))
    await devtools.send('Target.closeTarget', { targetId: target.targetId })
  await devtools.detach()
}

function isTabAt({ type, url }: { type: string; url: string }, path: string): boolean {
  return type === 'page' && URL.canParse(url) && new URL(url).pathname === path
}
