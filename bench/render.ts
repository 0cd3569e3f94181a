/**
 * Measures the rendering of a page without database and network: `node bench/render.ts http://localhost:3000`
 * against a running Oja, with the renderer of dist/render. Further folders, such as the dist/render of an
 * earlier build, are measured in the same process in rotation, so that they are comparable on a busy machine
 * too. Prints for each the milliseconds (the best of 40 rounds of 40), the bytes of HTML, those of the
 * hydration data, and the number of elements.
 */
import path from 'node:path'
import type { Pages } from '#server/page-assets.ts'
import type { RawResponse } from '#shared/client.ts'

type Renderer = Pages['renderer']

const [base = 'http://localhost:3000', ...others] = process.argv.slice(2)
const rounds = 40
const answers = new Map<string, RawResponse>()

/** Requests each address once. */
async function get(url: string): Promise<RawResponse> {
  const known = answers.get(url)
  if (known) return known
  const response = await fetch(base + url)
  const headers = Object.fromEntries(response.headers)
  const answer = {
    status: response.status,
    statusText: response.statusText,
    headers: { get: (name: string) => headers[name] ?? null },
    text: await response.text(),
  }
  answers.set(url, answer)
  return answer
}

async function load(folder: string): Promise<Renderer> {
  const renderer = (await import(path.resolve(folder, 'entry-server.js'))) as Renderer
  await renderer.loadPages()
  return renderer
}

async function renderOften(renderer: Renderer, url: string): Promise<{ ms: number; html: string }> {
  const assets = { styles: () => [], fonts: [], entry: '/entry.js', first: '/first.js', preloads: () => [] }
  const visit = { isVisitor: true, theme: null, saver: false, origin: 'https://oja.example' }
  const start = performance.now()
  let html = ''
  for (let count = 0; count < rounds; count += 1) {
    const page = await renderer.render({ ...visit, url, get, turn: async () => {}, assets })
    if ('html' in page) html = page.html
  }
  return { ms: (performance.now() - start) / rounds, html }
}

const folders = ['dist/render', ...others]
const renderers = await Promise.all(folders.map(load))
const listings = JSON.parse((await get('/api/listings?limit=1')).text) as { id: number }[]

for (const url of ['/', '/listings', `/listings/${listings[0]?.id}`]) {
  const best = renderers.map(() => ({ ms: Number.POSITIVE_INFINITY, html: '' }))
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, renderer] of renderers.entries()) {
      const measured = await renderOften(renderer, url)
      if (measured.ms < (best[index]?.ms ?? 0)) best[index] = measured
    }
  }
  for (const [index, { ms, html }] of best.entries()) {
    const state = /id="oja-state">(.*?)<\/script>/s.exec(html)?.[1]?.length ?? 0
    const elements = html.match(/<[a-z]/g)?.length
    console.log(
      `${url.padEnd(16)} ${ms.toFixed(2)} ms, ${html.length} bytes (${state} of data), ${elements} elements: ${folders[index]}`,
    )
  }
}
