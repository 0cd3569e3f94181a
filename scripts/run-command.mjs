import './check-node.mjs'

await import('./settings-file.mjs')
await import('./compile-cache.mjs')

/**
 * Runs a command with the arguments after its name; exits with 1 and a line on failure. A signal ends it by process.exit, for which the
 * PostgreSQL that it started and the file that it has not finished are waiting.
 */
export async function runCommand(command) {
  for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    const { reportFailure } = await import('../server/lib/startup-error.ts')
    console.error(reportFailure(error))
    process.exitCode = 1
  }
}
