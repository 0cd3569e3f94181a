import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Row } from '../workloads/workload.ts'
import type { Machine } from './machine.ts'

/** One run of the benchmark, as stored in bench/results. */
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
  workloads: WorkloadResults[]
  /** The run that this one is compared with (`--compare`). */
  older?: Results | undefined
}

export interface WorkloadResults {
  name: string
  bar: string
  rows: Row[]
  /** The machine's speed meanwhile: see machine-speed.ts. */
  machineMs?: number
}

const folder = new URL('../results/', import.meta.url)

/**
 * Stores a run as JSON and as the page `text`; returns the page's path. Keeps only the newest run of a scale,
 * and newer runs of single workloads.
 */
export async function keepResults(results: Results, text: string): Promise<string> {
  await mkdir(folder, { recursive: true })
  const { scale, only } = results
  if (!only)
    for (const file of await readdir(folder))
      if (file.startsWith(`${scale}-`)) await rm(new URL(file, folder))
  const name = nameOf(results)
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(results, rounded, 1)}\n`)
  const page = new URL(`${name}.md`, folder)
  await writeFile(page, text)
  return fileURLToPath(page)
}

/** The kept run that `results` will replace. */
export async function replacedBy(results: Results): Promise<Results | undefined> {
  return (await keptResults()).find((run) => nameOf(run) === nameOf(results))
}

/** The workloads of an older run that a newer one also measured, without the run that the older one was compared with. */
export function forComparison({ older: _, ...older }: Results, newer: Results): Results {
  const measured = new Set(newer.workloads.map(({ name }) => name))
  return { ...older, workloads: older.workloads.filter(({ name }) => measured.has(name)) }
}

function nameOf({ scale, only }: Results): string {
  return only ? `${scale}-${only}` : scale
}

export async function keptResults(): Promise<Results[]> {
  const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'))
  return Promise.all(files.map((file) => readResults(new URL(file, folder))))
}

/** Reads a kept run; throws an error that names the file if it holds none. */
export async function readResults(file: string | URL): Promise<Results> {
  const results = JSON.parse(await readFile(file, 'utf8')) as Partial<Results>
  if (!results.workloads) throw new Error(`${file} holds no results of the benchmark.`)
  return results as Results
}

/** The latest run of a scale on a similar machine that contains a workload; null without any. */
export async function latestResults(
  scale: string,
  workload: string,
  machine: Machine,
): Promise<Results | null> {
  const runs = await keptResults()
  const sameMachine = runs.filter(
    (run) =>
      run.scale === scale &&
      run.machine.processor === machine.processor &&
      run.machine.cores === machine.cores &&
      run.workloads.some(({ name }) => name === workload),
  )
  return sameMachine.sort((a, b) => b.date.localeCompare(a.date))[0] ?? null
}

/** Measurements have at most four significant digits. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value
}
