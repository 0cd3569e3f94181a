import { existsSync } from 'node:fs'
import pack from '@sparticuz/chromium'

const systemChromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path))

/**
 * What the browser is started with: no sandbox (tests also run as root), software graphics, nothing that calls out. The
 * packaged browser's own list has `--single-process`, which falls over when tests close pages.
 */
const args = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
]

/** Unpacks the browser that comes by npm, unless the system has one. */
export async function prepareChromium(): Promise<void> {
  if (!systemChromium) await pack.executablePath()
}

export async function chromiumOptions(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: systemChromium ?? (await pack.executablePath()), args }
}
