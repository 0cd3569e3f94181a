import lgasByState from './lgas-by-state.json' with { type: 'json' }

/**
 * The 36 states and the FCT; lgas-by-state.json has their 774 local government areas. Six LGA names occur in two
 * states (Bassa, Ifelodun, Irepodun, Nasarawa, Obi, Surulere): the key is state + LGA. Names: INEC and OCHA/OSGOF
 * (COD-AB), the most official or common spelling of each.
 */
export type State = keyof typeof lgasByState

export const states: readonly State[] = Object.keys(lgasByState) as State[]

export function isState(name: string): name is State {
  return Object.hasOwn(lgasByState, name)
}

/** The state of this name, in whatever case it was typed. */
export function findState(name: string): State | undefined {
  return findName(states, name)
}

/** The LGA of the state, in whatever case its name was typed. */
export function findLga(state: string, name: string): string | undefined {
  return findName(lgasOf(state), name)
}

function findName<T extends string>(names: readonly T[], typed: string): T | undefined {
  return names.find((name) => name.toLowerCase() === typed.toLowerCase())
}

/** The LGAs of a state; an unknown state has none. */
export function lgasOf(state: string): readonly string[] {
  return isState(state) ? lgasByState[state] : []
}

export function isLgaOf(state: string, lga: string): boolean {
  return lgasOf(state).includes(lga)
}

/**
 * The position as it is sent and stored: `latitude,longitude` rounded to 0.05 degrees (about 5 km). Null outside Nigeria and its
 * surroundings.
 */
export function roundPosition(latitude: number, longitude: number): string | null {
  const isInRange = latitude >= 3 && latitude <= 15 && longitude >= 2 && longitude <= 16
  if (!isInRange) return null
  return [latitude, longitude].map((degrees) => (Math.round(degrees * 20) / 20).toFixed(2)).join()
}
