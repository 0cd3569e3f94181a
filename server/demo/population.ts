import { lgasOf, type State, states } from '#shared/nigeria.ts'
import population from '../../demo/states.json' with { type: 'json' }
import type { Random } from './random.ts'

export interface Place {
  state: string
  lga: string
}

/**
 * A random state, weighted by its thousands of people (roughly: COD-PS 2022 projections, UNFPA and NPC, CC BY-IGO),
 * and an LGA of it: three times in four one of a larger town.
 */
export function somewhere(random: Random): Place {
  const total = states.reduce((sum, state) => sum + population[state].thousands, 0)
  let left = random.next() * total
  for (const state of states) {
    left -= population[state].thousands
    if (left < 0) return somewhereIn(random, state)
  }
  return somewhereIn(random, 'Lagos')
}

/** An LGA of this state: three times in four one of a larger town. */
export function somewhereIn(random: Random, state: State): Place {
  return { state, lga: random.pick(random.chance(0.75) ? population[state].towns : lgasOf(state)) }
}
