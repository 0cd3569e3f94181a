/** `npm run backup -- <file or folder>`. */
import './check-node.mjs'

const { runBackupCommand } = await import('../server/backup-command.ts')
try {
  const { line, isWhole } = await runBackupCommand(process.argv.slice(2))
  // The standard output may be the backup itself.
  console.error(line)
  process.exitCode = isWhole ? 0 : 1
} catch (error) {
  console.error(error.name === 'Error' ? error : error.message)
  process.exitCode = 1
}
