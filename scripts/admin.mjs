/** `npm run admin -- grant <email>`, `revoke <email>` and `forget-second-factor <email>`. */
import './check-node.mjs'

const { runAdminCommand } = await import('../server/admin-command.ts')
try {
  console.log(await runAdminCommand(process.argv.slice(2)))
} catch (error) {
  console.error(error.name === 'Error' ? error : error.message)
  process.exitCode = 1
}
