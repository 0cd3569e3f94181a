// Loaded before a measured server's own code: answers its parent how much processor time and memory it has used.
process.on('message', (message) => {
  if (message !== 'usage') return
  const { user, system } = process.cpuUsage()
  process.send?.({ usage: { cpu: (user + system) / 1000, rss: process.memoryUsage.rss() } })
})
// The channel must not keep a process alive that is otherwise done, and a process must not outlive its parent.
process.channel?.unref()
process.once('disconnect', () => process.exit(0))
