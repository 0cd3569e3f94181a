/** `npm run mail -- test <address>`. */
import { runCommand } from './run-command.mjs'

await runCommand(async (args) => {
  const { runMailCommand } = await import('../server/commands/mail-command.ts')
  console.log(await runMailCommand(args))
})
