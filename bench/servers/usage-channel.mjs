import { Session } from 'node:inspector/promises'

// Loaded before a measured server's own code: reports its resource usage and processor profiles to its parent.
const session = new Session()

const answers = {
  usage() {
    const { user, system } = process.cpuUsage()
    return { cpu: (user + system) / 1000, rss: process.memoryUsage.rss() }
  },
  async 'start profile'() {
    session.connect()
    await session.post('Profiler.enable')
    await session.post('Profiler.setSamplingInterval', { interval: 250 })
    await session.post('Profiler.start')
  },
  async 'stop profile'() {
    const { profile } = await session.post('Profiler.stop')
    session.disconnect()
    return profile
  },
}

process.on('message', async (question) => {
  if (typeof question === 'string' && question in answers)
    process.send?.({ [question]: await answers[question]() })
})
// The channel must not keep a finished process alive, and a process must not outlive its parent.
process.channel?.unref()
process.once('disconnect', () => process.exit(0))
