import { lgasOf, type State, states } from '#shared/nigeria.ts'
import type { Random } from './random.ts'

/** Thousands of people, roughly (COD-PS 2022 projections, UNFPA and NPC, CC BY-IGO): weights and no more. */
const thousands: Record<State, number> = {
  Abia: 4143,
  Adamawa: 4902,
  'Akwa Ibom': 4979,
  Anambra: 5954,
  Bauchi: 8309,
  Bayelsa: 2537,
  Benue: 6141,
  Borno: 6111,
  'Cross River': 4406,
  Delta: 5636,
  Ebonyi: 3243,
  Edo: 4777,
  Ekiti: 3592,
  Enugu: 4690,
  'Federal Capital Territory': 3067,
  Gombe: 3960,
  Imo: 5459,
  Jigawa: 7499,
  Kaduna: 9032,
  Kano: 15462,
  Katsina: 10368,
  Kebbi: 5564,
  Kogi: 4467,
  Kwara: 3551,
  Lagos: 13492,
  Nasarawa: 2886,
  Niger: 6783,
  Ogun: 6380,
  Ondo: 5317,
  Osun: 4436,
  Oyo: 7976,
  Plateau: 4717,
  Rivers: 7477,
  Sokoto: 6391,
  Taraba: 3610,
  Yobe: 3650,
  Zamfara: 5833,
}

/** The LGAs of a state's larger towns, where most of its sellers live. */
const towns: Record<State, readonly string[]> = {
  Abia: ['Aba South', 'Aba North', 'Umuahia North'],
  Adamawa: ['Yola North', 'Yola South'],
  'Akwa Ibom': ['Uyo', 'Eket'],
  Anambra: ['Onitsha North', 'Awka South', 'Nnewi North'],
  Bauchi: ['Bauchi'],
  Bayelsa: ['Yenagoa'],
  Benue: ['Makurdi', 'Gboko'],
  Borno: ['Maiduguri'],
  'Cross River': ['Calabar Municipal', 'Calabar South'],
  Delta: ['Uvwie', 'Warri South', 'Oshimili South'],
  Ebonyi: ['Abakaliki'],
  Edo: ['Oredo', 'Egor', 'Ikpoba-Okha'],
  Ekiti: ['Ado Ekiti'],
  Enugu: ['Enugu North', 'Enugu East', 'Nsukka'],
  'Federal Capital Territory': ['Abuja Municipal', 'Bwari', 'Kuje'],
  Gombe: ['Gombe'],
  Imo: ['Owerri Municipal', 'Owerri North'],
  Jigawa: ['Dutse'],
  Kaduna: ['Kaduna North', 'Kaduna South', 'Zaria'],
  Kano: ['Kano Municipal', 'Fagge', 'Nasarawa', 'Tarauni'],
  Katsina: ['Katsina', 'Funtua'],
  Kebbi: ['Birnin Kebbi'],
  Kogi: ['Lokoja', 'Okene'],
  Kwara: ['Ilorin West', 'Ilorin South'],
  Lagos: [
    'Alimosho',
    'Ikeja',
    'Eti-Osa',
    'Surulere',
    'Kosofe',
    'Ikorodu',
    'Oshodi-Isolo',
    'Lagos Mainland',
    'Amuwo-Odofin',
    'Ibeju-Lekki',
  ],
  Nasarawa: ['Karu', 'Lafia', 'Keffi'],
  Niger: ['Chanchaga', 'Suleja'],
  Ogun: ['Abeokuta South', 'Ado-Odo/Ota', 'Ijebu Ode', 'Sagamu'],
  Ondo: ['Akure South', 'Ondo West'],
  Osun: ['Osogbo', 'Ife Central', 'Ilesa West'],
  Oyo: ['Ibadan North', 'Ibadan South West', 'Ogbomoso North', 'Oyo East'],
  Plateau: ['Jos North', 'Jos South'],
  Rivers: ['Port Harcourt', 'Obio/Akpor'],
  Sokoto: ['Sokoto North', 'Sokoto South'],
  Taraba: ['Jalingo'],
  Yobe: ['Damaturu', 'Potiskum'],
  Zamfara: ['Gusau'],
}

export interface Place {
  state: string
  lga: string
}

/** A random state, weighted by population, and an LGA of it: three times in four one of a larger town. */
export function somewhere(random: Random): Place {
  const total = states.reduce((sum, state) => sum + thousands[state], 0)
  let left = random.next() * total
  for (const state of states) {
    left -= thousands[state]
    if (left < 0) return somewhereIn(random, state)
  }
  return somewhereIn(random, 'Lagos')
}

/** An LGA of this state: three times in four one of a larger town. */
export function somewhereIn(random: Random, state: State): Place {
  return { state, lga: random.pick(random.chance(0.75) ? towns[state] : lgasOf(state)) }
}
