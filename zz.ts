import { createWorld } from './tests/chaos/support/world.ts'
import { until } from './tests/chaos/support/until.ts'
const world = await createWorld({ WEB_CONCURRENCY: '1' }, { tree: '/tmp/standstill/before' })
for (let i=0;i<2;i++){
const traffic = await world.traffic()
await world.oja.kill()
const at = Math.round(performance.timeOrigin + performance.now()) % 1000000
const len = world.oja.output().length
await world.oja.start()
console.log('killed at', at, 'now', Math.round(performance.timeOrigin + performance.now()) % 1000000)
for (const l of world.oja.output().slice(len).split('\n')) { const m=/^T (\d+) (.*)/.exec(l); console.log(m ? `+${Number(m[1])-at} ${m[2]}` : l) }
await traffic.stop()
}
await world.end()
