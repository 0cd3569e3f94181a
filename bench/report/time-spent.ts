import type { Profile } from '../servers/child.ts'

/** The purposes of a server's processor time. */
export const purposes = [
  'rendering',
  'reading',
  'data block',
  'compression',
  'hooks',
  'garbage',
  'socket',
  'other',
] as const
export type Purpose = (typeof purposes)[number]

interface Frame {
  functionName: string
  url: string
}

/** The first match decides, from the innermost frame outwards. */
const rules: [Purpose, (frame: Frame) => boolean][] = [
  ['garbage', ({ functionName }) => functionName === '(garbage collector)'],
  ['compression', ({ url }) => /^node:zlib|core\/http\/compress/.test(url)],
  ['socket', ({ url }) => /^node:(net|_http|internal\/(stream|http))/.test(url)],
  [
    'data block',
    ({ functionName, url }) =>
      /^(readResponse|readPage|toDehydrated|toDataBlock)$/.test(functionName) && url.includes('/render/'),
  ],
  // Functions that fast-json-stringify and find-my-way generate have no file.
  ['data block', ({ functionName }) => /^(serializeInput|anonymous\d+)$/.test(functionName)],
  ['rendering', ({ url }) => /\/dist\/render\//.test(url)],
  [
    'reading',
    ({ url }) =>
      /node_modules\/(pg|kysely|postgres|zod)|server\/(db|features)\/|core\/pages\/page-queries/.test(url),
  ],
  [
    'hooks',
    ({ url }) =>
      /node_modules\/(@?fastify|avvio|prom-client|pino|cookie|toad-cache)|server\/(core|lib|ssr|app)/.test(
        url,
      ),
  ],
]

/** Milliseconds by purpose, idle time excluded. */
export function timeSpent({ nodes, samples, timeDeltas }: Profile): Record<Purpose, number> {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const spent = Object.fromEntries(purposes.map((purpose) => [purpose, 0])) as Record<Purpose, number>
  for (const [index, id] of samples.entries()) {
    const purpose = purposeOf(id)
    if (purpose) spent[purpose] += (timeDeltas[index] ?? 0) / 1000
  }
  return spent

  function purposeOf(id: number): Purpose | null {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const frame = frames.get(at)
      if (!frame) continue
      if (frame.functionName === '(idle)' || frame.url === 'node:inspector') return null
      const [purpose] = rules.find(([, isMet]) => isMet(frame)) ?? []
      if (purpose) return purpose
    }
    return 'other'
  }
}
