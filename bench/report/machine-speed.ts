import { median } from './statistics.ts'

const repetitions = 9

/**
 * Milliseconds of processor time that this process needs for a fixed piece of work like a server's (JSON, text,
 * objects), the median of several. Figures of two runs are compared relative to it.
 */
export function measureMachine(): number {
  return median(Array.from({ length: repetitions }, timeWork))
}

const items = Array.from({ length: 2000 }, (_, id) => ({
  id,
  title: `Item ${id * 7919}`,
  price: id * 104_729,
}))

function timeWork(): number {
  const started = process.cpuUsage()
  for (let turn = 0; turn < 5; turn += 1) {
    const copies: typeof items = JSON.parse(JSON.stringify(items))
    copies.sort((a, b) => (a.price % 1009) - (b.price % 1009))
    new Set(copies.map(({ title }) => title.replaceAll(/\d(\d)/g, '$1').toLowerCase()))
  }
  const { user, system } = process.cpuUsage(started)
  return (user + system) / 1000
}
