import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Row } from '../workloads/workload.ts'
import type { Machine } from './machine.ts'

/** One run of the benchmark, as bench/results keeps it. */
export interface Results {
  /** ISO 8601. */
  date: string
  commit?: string | undefined
  scale: string
  listings: number
  seconds: number
  rounds: number
  only?: string | undefined
  machine: Machine
  workloads: { name: string; bar: string; rows: Row[] }[]
}

const folder = new URL('../results/', import.meta.url)

/** Keeps a run as JSON and as the page that `text` is; answers the page's path. */
export async function keepResults(results: Results, text: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const moment = results.date.slice(0, 16).replace(/:/g, '')
  const name = [moment, results.scale, results.only].filter(Boolean).join('-')
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, rounded, 1)}\n`)
  const page = new URL(`${name}.md`, folder)
  await writeFile(page, text)
  return fileURLToPath(page)
}

/** The latest run of a scale on a machine like this one that holds a workload; null without any. */
export async function latestResults(
  scale: string,
  workload: string,
  machine: Machine,
): Promise<Results | null> {
  const files = await readdir(folder).catch(() => [])
  for (const file of files
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()) {
    const results = JSON.parse(await readFile(new URL(file, folder), 'utf8')) as Results
    const alike = results.machine.processor === machine.processor && results.machine.cores === machine.cores
    const holds = results.workloads.some(({ name }) => name === workload)
    if (results.scale === scale && alike && holds) return results
  }
  return null
}

/** Four digits tell all that a measurement knows. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
