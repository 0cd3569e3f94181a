/** `npm run restore -- <file>`. */
import './check-node.mjs'

const { runRestoreCommand } = await import('../server/backup-command.ts')
try {
  console.log(await runRestoreCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error.name === 'Error' ? error : error.message)
  process.exitCode = 1
}
