/**
 * `node bench/uploads.ts [--rounds 5] [--tree folder]`: how long ten photos of 12 megapixels take from the first byte to the last answer, sent
 * three at a time as the form does, and how long home and Browse take meanwhile. The form shrinks photos first where the browser can: these are
 * the originals, the most that the server is asked for. Several trees (built) are measured in turns.
 */
import { availableParallelism } from 'node:os'
import type { SiteConfig } from '#shared/contract/site.ts'
import { createSemaphore } from '#shared/semaphore.ts'
import { readOptions } from '#tests/support/command-line.ts'
import { noisePhoto } from '#tests/support/noise-photo.ts'
import { type Comparison, compareTrees } from './compare-trees.ts'
import type { LoadResult } from './load/job.ts'
import type { Load } from './load/load-process.ts'
import { median } from './report/statistics.ts'
import { anyBrowseAddress, different, page } from './requests/addresses.ts'
import type { OjaServer } from './servers/oja-server.ts'
import { machineClock } from './servers/processor-clocks.ts'
import { type Person, signInPeople } from './servers/signed-in-people.ts'

const photos = 10
/** As many as the form sends at once (use-photo-uploads.ts). */
const inParallel = 3
/** Pages a second, and seconds of a measurement. */
const reading = { rate: 20, seconds: 8 }

const values = readOptions({
  rounds: { type: 'string', default: '5' },
  tree: { type: 'string', multiple: true },
})

interface Tree {
  name: string
  server: OjaServer
  preset: string
  batches: number[]
  /** Milliseconds of the server's process for a photo. */
  cpu: number[]
  alone: LoadResult[]
  beside: LoadResult[]
}

async function startTree(name: string, start: Comparison['start']): Promise<Tree> {
  const server = await start(name)
  const site = (await (await fetch(`${server.origin}/api/site`)).json()) as SiteConfig
  return { name, server, preset: site.uploadPreset, batches: [], cpu: [], alone: [], beside: [] }
}

/** Seconds that a seller waits for all photos. */
async function uploadAll({ server, preset }: Tree, { cookie }: Person, pictures: Buffer[]): Promise<number> {
  const semaphore = createSemaphore(inParallel)
  const started = performance.now()
  await Promise.all(
    pictures.map((picture) =>
      semaphore.run(async () => {
        const form = new FormData()
        form.append('upload_preset', preset)
        form.append('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'photo.jpg')
        const answer = await fetch(`${server.origin}/api/uploads`, {
          method: 'POST',
          headers: { cookie },
          body: form,
        })
        if (!answer.ok)
          throw new Error(`The upload was answered with ${answer.status}: ${await answer.text()}`)
      }),
    ),
  )
  return (performance.now() - started) / 1000
}

async function measure(tree: Tree, load: Load, seller: Person, pictures: Buffer[], addresses: string[]) {
  const job = () => ({
    origin: tree.server.origin,
    ...reading,
    requests: addresses.splice(0, reading.rate * reading.seconds).flatMap((path) => [
      { ...page('/'), kind: 'home' },
      { ...page(path), kind: 'Browse' },
    ]),
  })
  tree.alone.push(await load.openLoop(job()))
  const before = await tree.server.usage()
  let reads = true
  const beside = load.openLoop(job()).finally(() => {
    reads = false
  })
  let sent = 0
  while (reads) {
    tree.batches.push(await uploadAll(tree, seller, pictures))
    sent += photos
  }
  tree.beside.push(await beside)
  tree.cpu.push(((await tree.server.usage()).cpu - before.cpu) / sent)
}

function report({ name, batches, cpu, alone, beside }: Tree): void {
  const of = (results: LoadResult[], kind: string, figure: 'p50' | 'p99') =>
    Math.round(median(results.map(({ kinds }) => kinds[kind]?.[figure] ?? Number.NaN)))
  const latencies = ['home', 'Browse'].map(
    (kind) =>
      `${kind} p50 ${of(alone, kind, 'p50')} → ${of(beside, kind, 'p50')} ms, p99 ${of(alone, kind, 'p99')} → ${of(beside, kind, 'p99')} ms`,
  )
  console.log(
    `${name}: ten photos ${median(batches).toFixed(1)} s (${batches.map((seconds) => seconds.toFixed(1)).join(', ')}), ${Math.round(median(cpu))} ms of processor time each; without → with uploads: ${latencies.join('; ')}`,
  )
}

async function bench({ db, load, random, facts, start }: Comparison): Promise<void> {
  const trees: Tree[] = []
  for (const name of values.tree ?? [process.cwd()]) trees.push(await startTree(name, start))
  const [seller] = await signInPeople(db, 1)
  if (!seller) throw new Error('Nobody may upload.')
  const rounds = Number(values.rounds)
  const addresses = different((rounds + 1) * trees.length * 2 * reading.rate * reading.seconds, () =>
    anyBrowseAddress(facts, random.next),
  )
  const pictures: Buffer[] = []
  for (let n = 0; n < photos; n += 1) pictures.push(await noisePhoto(4000, 3000, 97))
  const megabytes = pictures.map(({ length }) => (length / 1e6).toFixed(1))
  console.log(`${photos} photos of 4000 × 3000, ${megabytes.join(', ')} MB; ${availableParallelism()} cores`)
  for (const tree of trees) await uploadAll(tree, seller, pictures.slice(0, inParallel))
  const clock = { started: performance.now(), machine: machineClock() }
  for (let round = 0; round < rounds; round += 1)
    for (const tree of trees) await measure(tree, load, seller, pictures, addresses)
  for (const tree of trees) report(tree)
  const busy = (machineClock() - clock.machine) / (performance.now() - clock.started) / availableParallelism()
  console.log(`the machine was busy for ${Math.round(busy * 100)} % of the time, other programs included`)
}

await compareTrees('10k', bench)
