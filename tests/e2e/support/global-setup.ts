import startDatabaseServer from '../../support/global-setup.ts'
import { prepareChromium } from './chromium.ts'

/** Starts the PostgreSQL server and template of the API tests, and unpacks the browser before workers race for it. */
export default async function setup(): Promise<() => Promise<void>> {
  await prepareChromium()
  return startDatabaseServer()
}
