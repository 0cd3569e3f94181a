import { borrowEmbeddedPostgres } from './db/embedded.ts'
import { migrate } from './db/migrate.ts'
import { openPool } from './db/pool.ts'
import { waitForDatabase } from './db/reach.ts'
import { readEnv } from './env.ts'
import { setRole } from './features/users/roles.db.ts'
import { StartupError } from './startup-error.ts'

const usage = 'Usage: npm run admin -- grant <email>, or: npm run admin -- revoke <email>'
const roles = { grant: 'ADMIN', revoke: 'USER' } as const

/**
 * `grant` makes an administrator and `revoke` takes that away, whether the server runs or not. Returns the line to
 * print. Throws StartupError.
 */
export async function runAdminCommand(args: string[]): Promise<string> {
  const [command, email, ...rest] = args
  if ((command !== 'grant' && command !== 'revoke') || !email || rest.length > 0)
    throw new StartupError('This is not an admin command.', usage)
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readEnv()
  if (url) await waitForDatabase(url)
  const log = { info() {}, warn() {} }
  const server = url ? undefined : await borrowEmbeddedPostgres({ dataDir, log })
  const pool = openPool(url ?? server?.connectionString ?? '', { max: 1 })
  try {
    await migrate(pool.db)
    const user = await setRole(pool.db, email.trim(), roles[command])
    if (!user)
      throw new StartupError(
        `There is no account with the e-mail ${email}.`,
        'Register it first, then run this again.',
      )
    return `${user.full_name} (${user.email}) is ${command === 'grant' ? 'now an administrator' : 'no longer an administrator'}.`
  } finally {
    await pool.close()
    await server?.stop()
  }
}
