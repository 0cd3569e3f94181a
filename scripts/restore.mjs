/** `npm run restore -- <file>`. */
import { runCommand } from './run-command.mjs'

await runCommand(async (args) => {
  const { runRestoreCommand } = await import('../server/commands/backup-command.ts')
  console.log(await runRestoreCommand(args))
})
