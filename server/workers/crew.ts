import { collectDefaultMetrics, Registry } from 'prom-client'
import { processDeaths } from '../core/observe/counters.ts'
import { addCounters, addUp, type Metric } from '../core/observe/metrics-of-all.ts'
import { forkMember, type Member } from './member.ts'
import { openPlace, type Place } from './place.ts'

/** The workers of a primary, all of which do the same. */
export interface Crew {
  /** Opens so many places, the first alone; answers the port when that one listens. Rejects with EndedAtStart where it does not. */
  start(count: number): Promise<number>
  /** Follows each worker by one from the code that is on disk now, one after the other; asked meanwhile, once more. */
  renew(): Promise<void>
  /** Ends all. Throws where one did not end well. */
  end(): Promise<void>
  /** Ends all at once. */
  kill(): void
}

/** Milliseconds that each has to say what it counts. */
const patience = 1000

/** `settings` go to each worker besides those of this process. */
export function createCrew(settings: Record<string, string>, say: (line: string) => void): Crew {
  const places = new Set<Place>()
  const own = new Registry()
  collectDefaultMetrics({ register: own })
  own.registerMetric(processDeaths)
  let isEnding = false
  let renewing: Promise<void> | undefined
  let isAskedAgain = false
  /** Of those that have ended. */
  let counted: Metric[] = []

  const serving = () => [...places].map((place) => place.member()).filter((member) => member.isServing())

  async function metrics(): Promise<string> {
    const members = serving()
    const read = await Promise.all(
      members.map(async (member) => (await member.readMetrics(patience)) ?? member.lastMetrics()),
    )
    return addUp([(await own.getMetricsAsJSON()) as Metric[], counted, ...read]).metrics()
  }

  async function onEnded(member: Member, how: number | string, unasked: boolean): Promise<void> {
    counted = await addCounters(counted, member.lastMetrics())
    if (!unasked) return
    processDeaths.inc()
    say(`A process ended by itself (${how}); another takes its place.`)
  }

  function open({ isPatient }: { isPatient: boolean }): Place {
    const place = openPlace({ fork: () => forkMember(settings, metrics), isPatient, onEnded })
    places.add(place)
    return place
  }

  async function close(place: Place, renewed: boolean): Promise<number | string> {
    const how = await place.close(renewed)
    places.delete(place)
    return how
  }

  async function renewAll(): Promise<void> {
    for (const old of [...places]) {
      if (isEnding) return
      const next = open({ isPatient: false })
      try {
        await next.serving
      } catch {
        places.delete(next)
        if (!isEnding) say('What was started anew did not come up; those that were there go on.')
        return
      }
      if (!isEnding) await close(old, true)
    }
    if (!isEnding) say('All processes are renewed.')
  }

  return {
    async start(count) {
      const port = await open({ isPatient: false }).serving
      // The others follow while the first answers already; one that fails is tried again.
      while (places.size < count && !isEnding) open({ isPatient: true })
      return port
    },
    async renew() {
      isAskedAgain = true
      renewing ??= (async () => {
        while (isAskedAgain) {
          isAskedAgain = false
          say('Renewing all processes, one after the other.')
          await renewAll()
        }
        renewing = undefined
      })()
      return renewing
    },
    async end() {
      isEnding = true
      const ends = await Promise.all([...places].map((place) => close(place, false)))
      const bad = ends.filter((how) => how !== 0)
      if (bad.length > 0) throw new Error(`${bad.length} of the processes ended by ${bad.join(', ')}`)
    },
    kill() {
      for (const place of places) place.member().kill()
    },
  }
}
