import { borrowEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { type Db, openPool } from '../db/pool.ts'
import { waitForDatabase } from '../db/wait-for-database.ts'
import { readEnv } from '../env.ts'
import { forgetSecondFactor } from '../features/auth/lost-factor.service.ts'
import { setRole } from '../features/users/users.db.ts'
import { StartupError } from '../lib/startup-error.ts'

const usage =
  'Usage: npm run admin -- grant <email>, revoke <email>, or forget-second-factor <email>; with --settings <file> where a file has the settings'

/** Commands by name: each changes the account with this e-mail; null if there is none. */
const commands: Record<string, (db: Db, email: string) => Promise<string | null>> = {
  async grant(db, email) {
    const user = await setRole(db, email, 'ADMIN')
    if (!user) return null
    const unverified =
      'Careful: this e-mail is not verified, so nobody has shown yet that it is theirs. Have them enter the code of their mail; ' +
      'until then the account may be a stranger’s ("revoke" takes the rights back).'
    const banned =
      'Careful: this account is banned, so it cannot log in until an administrator lifts the ban.'
    const leaving =
      'Careful: this account is to be deleted, as its owner asked. Have them log in and choose “Keep my account”.'
    return [
      `${user.full_name} (${user.email}) is now an administrator.`,
      ...(user.email_verified_at ? [] : [unverified]),
      ...(user.banned_at ? [banned] : []),
      ...(user.deletion_due_at ? [leaving] : []),
    ].join('\n')
  },
  async revoke(db, email) {
    const user = await setRole(db, email, 'USER')
    return user ? `${user.full_name} (${user.email}) is no longer an administrator.` : null
  },
  async 'forget-second-factor'(db, email) {
    const user = await forgetSecondFactor(db, email)
    return user && `${user.fullName} (${user.email}) is logged out, and logs in by the password alone.`
  },
}

/**
 * `grant` makes a user an administrator and `revoke` undoes it; `forget-second-factor` is for users who lost
 * theirs. Works whether the server runs or not. Returns the line to print. Throws StartupError.
 */
export async function runAdminCommand(args: string[]): Promise<string> {
  const [name = '', email, ...rest] = args
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command || !email || rest.length > 0) throw new StartupError('This is not an admin command.', usage)
  const { DATABASE_URL: url, DATA_DIR: dataDir } = readEnv()
  if (url) await waitForDatabase(url)
  const log = { info() {}, warn() {} }
  const server = url ? undefined : await borrowEmbeddedPostgres({ dataDir, log })
  const pool = openPool(url ?? server?.connectionString ?? '', { max: 1, withoutTimeouts: true })
  try {
    await migrate(pool.db)
    const done = await command(pool.db, email.trim())
    if (done === null)
      throw new StartupError(
        `There is no account with the e-mail ${email}.`,
        'Register it first, then run this again.',
      )
    return done
  } finally {
    await pool.close()
    await server?.stop()
  }
}
