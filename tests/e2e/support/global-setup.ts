import startDatabaseServer from '../../support/global-setup.ts'
import { prepareChromium } from './chromium.ts'

/** The same PostgreSQL server and template as the API tests', and the browser unpacked before workers race for it. */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareChromium()
  return startDatabaseServer()
}
