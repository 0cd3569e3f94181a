/** Loaded into the server before it starts (`node --expose-gc --import`): tells its parent what nobody asks a server. */

const collect = (globalThis as { gc?: () => void }).gc

process.on('message', (question) => {
  if (question !== 'memory') return
  collect?.()
  collect?.()
  process.send?.({ memory: process.memoryUsage() })
})
process.on('uncaughtExceptionMonitor', (error, origin) => {
  process.send?.({ fault: `${origin}: ${error instanceof Error ? error.stack : String(error)}` })
})
process.on('warning', (warning) => {
  if (warning.name !== 'ExperimentalWarning') process.send?.({ fault: `warning: ${warning.message}` })
})
// The parent's end is this process's end too.
process.on('disconnect', () => process.exit())
