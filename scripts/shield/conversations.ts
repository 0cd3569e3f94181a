import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

const side = z.enum(['buyer', 'seller'])
const labelled = z.object({
  id: z.string().min(1),
  label: z.enum(['scam', 'honest']),
  kind: z.string(),
  hard: z.boolean(),
  listing: z.object({ title: z.string(), category: z.string(), priceNaira: z.number().nullable() }),
  victim: side.nullable(),
  messages: z.array(z.object({ from: side, text: z.string() })).min(1),
})
export type Labelled = z.infer<typeof labelled>

/** Reads labelled conversations, one a line; throws an error that names the file and the line of what cannot be read. */
export async function readConversations(file: string): Promise<Labelled[]> {
  const text = await readFile(file, 'utf8')
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const place = `${file}, line ${index + 1}`
    let value: unknown
    try {
      value = JSON.parse(line)
    } catch {
      throw new Error(`${place}: this is not JSON.`)
    }
    const { success, data, error } = labelled.safeParse(value)
    if (!success) {
      const { path, message } = error.issues[0] ?? { path: [], message: 'unreadable' }
      throw new Error(`${place}: ${path.join('.') || 'the line'}: ${message}.`)
    }
    if (data.label === 'scam' && data.victim === null)
      throw new Error(`${place}: a scam has a victim, "buyer" or "seller".`)
    return [data]
  })
}

/** All conversations of a folder, in the order of the files' names. */
export async function readAll(folder: string): Promise<Labelled[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.jsonl')).sort()
  return (await Promise.all(files.map((name) => readConversations(join(folder, name))))).flat()
}

/** Whether a conversation belongs to the fifth that training never reads: by its id alone. All of w7 and w11 is for training. */
export function isHeldOut({ id }: Labelled): boolean {
  return !/^w(?:7|11)-/.test(id) && hashOf(`held out ${id}`) % 5 === 0
}

/** FNV-1a with a final mix, 0 to 2³² - 1. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}
