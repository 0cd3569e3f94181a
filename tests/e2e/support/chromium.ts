import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import pack from '@sparticuz/chromium'

const systemChromium = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
].find((path) => existsSync(path))

/**
 * Options of the browser: no sandbox (tests also run as root), software graphics, no outgoing connections. The packaged
 * browser's defaults include `--single-process`, which crashes when tests close pages.
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

/**
 * Path of the browser from npm, unpacked at first use. It is unpacked into the project and not into the temporary folder, the
 * package's default, where a copy of another user may exist that this one cannot run.
 * Throws on systems for which the package has none.
 */
async function packagedChromium(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      'The browser from npm is for Linux on x64. Install Chrome: elsewhere the tests run with that.',
    )
  const folder = fileURLToPath(new URL('../../../.cache/chromium', import.meta.url))
  await mkdir(folder, { recursive: true })
  const { TMPDIR } = process.env
  process.env.TMPDIR = folder
  try {
    return await pack.executablePath()
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

/** Unpacks the packaged browser before parallel workers do. */
export async function prepareChromium(): Promise<void> {
  if (!systemChromium) await packagedChromium()
}

export async function chromiumOptions(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: process.env.CHROMIUM ?? systemChromium ?? (await packagedChromium()), args }
}
