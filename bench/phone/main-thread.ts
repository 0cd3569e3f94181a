import type { CDPSession } from '@playwright/test'

/** Processor time of a page's main thread in milliseconds, as on a processor four times slower. */
export interface MainThread {
  /** For each interaction: from the event to the frame that shows its result. Waiting is not part of it. */
  interactions: number[]
  /** Tasks after the first paint. */
  tasks: Task[]
}

interface Task {
  duration: number
  /** The events inside it that took longest, with their milliseconds. */
  parts: string
}

/** A trace event of Chromium; times in microseconds. */
interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Of the thread's processor time. */
  tdur?: number
  args: {
    data?: {
      interactionId?: number
      timeStamp?: number
      commitFinishTime?: number
      functionName?: string
      url?: string
    }
  }
}

const slowdown = 4

/** Traces a page during `act`. Measured by the thread's own clock, which other programs on a busy machine hardly affect. */
export async function traceMainThread(
  devtools: CDPSession,
  act: () => Promise<unknown>,
): Promise<MainThread> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  devtools.on('Tracing.dataCollected', collect)
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: ['devtools.timeline', 'disabled-by-default-devtools.timeline', 'v8'],
      excludedCategories: ['*'],
    },
  })
  await act()
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await complete
  devtools.off('Tracing.dataCollected', collect)
  return read(events)
}

function read(events: TraceEvent[]): MainThread {
  const paint = events.findLast(({ name }) => name === 'firstContentfulPaint')
  const handled = events.filter(({ name, args }) => name === 'EventTiming' && args.data?.interactionId)
  const main = events.findLast(({ name }) => name === 'UpdateLayoutTree')
  const work = events.filter(
    ({ ph, pid, tid, tdur }) => ph === 'X' && pid === main?.pid && tid === main.tid && tdur !== undefined,
  )
  const tasks = work.filter(({ name }) => name === 'RunTask')
  return {
    interactions: handled.map((event) => timeUntilCommit(event, tasks)),
    tasks: tasks
      .filter(({ ts }) => ts >= (paint?.ts ?? 0))
      .map((task) => ({ duration: slow(task.tdur), parts: partsOf(task, work) })),
  }
}

/** The thread's time from an event to the commit of the next frame. */
function timeUntilCommit({ ts, args: { data } }: TraceEvent, tasks: TraceEvent[]): number {
  const end = ts + ((data?.commitFinishTime ?? 0) - (data?.timeStamp ?? 0)) * 1000
  const spent = tasks.map((task) => {
    const duration = task.dur ?? 1
    const overlap = Math.min(end, task.ts + duration) - Math.max(ts, task.ts)
    return (Math.max(0, overlap) / duration) * (task.tdur ?? 0)
  })
  return slow(spent.reduce((sum, one) => sum + one, 0))
}

/** The four names of events with the most time of their own inside a task. */
function partsOf(task: TraceEvent, work: TraceEvent[]): string {
  const end = task.ts + (task.dur ?? 0)
  const inside = work
    .filter(({ ts, dur = 0 }) => ts >= task.ts && ts + dur <= end)
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
  const own = new Map<string, number>()
  const open: TraceEvent[] = []
  for (const event of inside) {
    while (open.length > 0 && endOf(open.at(-1)) <= event.ts) open.pop()
    add(nameOf(event), event.tdur)
    const parent = open.at(-1)
    if (parent) add(nameOf(parent), -(event.tdur ?? 0))
    open.push(event)
  }
  function add(name: string, time = 0) {
    own.set(name, (own.get(name) ?? 0) + time)
  }
  return [...own]
    .sort(([, a], [, b]) => b - a)
    .slice(0, 4)
    .map(([name, time]) => `${name} ${slow(time).toFixed(0)}`)
    .join(', ')
}

function endOf(event: TraceEvent | undefined): number {
  return (event?.ts ?? 0) + (event?.dur ?? 0)
}

function nameOf({ name, args: { data } }: TraceEvent): string {
  const file = data?.url?.split('/').at(-1)
  return name === 'FunctionCall' && file ? `${name} ${file}` : name
}

/** Milliseconds on the slower processor. */
function slow(microseconds = 0): number {
  return (microseconds / 1000) * slowdown
}
