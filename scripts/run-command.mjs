import './check-node.mjs'
import './settings-file.mjs'

/** Runs a command with the arguments after its name; exits with 1 and a line on failure. */
export async function runCommand(command) {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    const { reportFailure } = await import('../server/lib/startup-error.ts')
    console.error(reportFailure(error))
    process.exitCode = 1
  }
}
