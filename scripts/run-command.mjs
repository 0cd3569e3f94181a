import './check-node.mjs'
import './settings-file.mjs'

/** Runs a command on what was typed after its name; ends with 1 where it fails, and says why in a line. */
export async function runCommand(command) {
  try {
    await command(process.argv.slice(2))
  } catch (error) {
    const { tellFailure } = await import('../server/startup-error.ts')
    console.error(tellFailure(error))
    process.exitCode = 1
  }
}
