import type { Random } from '#server/demo/random.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { type Draw, zipf } from './draw.ts'

/** The states with the most trade; the others follow alphabetically. */
const largest = [
  'Lagos',
  'Federal Capital Territory',
  'Rivers',
  'Oyo',
  'Kano',
  'Ogun',
  'Edo',
  'Enugu',
  'Delta',
  'Kaduna',
  'Anambra',
  'Imo',
  'Akwa Ibom',
  'Kwara',
]
/** City LGAs of states whose first LGAs are villages. */
const towns: Record<string, readonly string[]> = {
  Lagos: ['Ikeja', 'Alimosho', 'Eti-Osa', 'Kosofe', 'Surulere', 'Ikorodu', 'Lagos Island', 'Ojo'],
  'Federal Capital Territory': ['Abuja Municipal', 'Bwari', 'Gwagwalada'],
  Rivers: ['Port Harcourt', 'Obio/Akpor'],
  Oyo: ['Ibadan North', 'Ibadan South West'],
  Kano: ['Kano Municipal', 'Nasarawa', 'Fagge', 'Tarauni'],
}

export interface Place {
  state: string
  lga: string
}

/** Draws states and their LGAs, both by Zipf's law. */
export function createPlaces(): (random: Random) => Place {
  const others = states.filter((state) => !largest.includes(state))
  const ranked = [...largest, ...others].map((state): [Place[], Draw] => {
    const first = towns[state] ?? []
    const lgas = [...first, ...lgasOf(state).filter((lga) => !first.includes(lga))]
    const unknown = lgas.find((lga) => !lgasOf(state).includes(lga))
    if (lgas.length === 0 || unknown) throw new Error(`${state} has no LGA ${unknown ?? 'at all'}.`)
    return [lgas.map((lga) => ({ state, lga })), zipf(lgas.length, 1)]
  })
  const drawState = zipf(ranked.length, 0.5)
  return (random) => {
    const [places, drawLga] = ranked[drawState(random)] as [Place[], Draw]
    return places[drawLga(random)] as Place
  }
}
