/**
 * Loaded into the server before it starts (`node --expose-gc --import`): reports internals such as memory to
 * its parent.
 */

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
// Ends with its parent.
process.on('disconnect', () => process.exit())
