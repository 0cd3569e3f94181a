/** `npm run admin -- grant <email>`, `revoke <email>` and `forget-second-factor <email>`. */
import { runCommand } from './run-command.mjs'

await runCommand(async (args) => {
  const { runAdminCommand } = await import('../server/commands/admin-command.ts')
  console.log(await runAdminCommand(args))
})
