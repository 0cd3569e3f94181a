/** `npm run backup -- <file or folder>`. */
import { runCommand } from './run-command.mjs'

await runCommand(async (args) => {
  const { runBackupCommand } = await import('../server/commands/backup-command.ts')
  const { line, isWhole } = await runBackupCommand(args)
  // The standard output may be the backup itself.
  console.error(line)
  process.exitCode = isWhole ? 0 : 1
})
