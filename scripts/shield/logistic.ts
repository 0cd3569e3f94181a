import { inputs } from '#server/features/shield/features.ts'

export interface Sample {
  indices: Int32Array
  values: Float32Array
  /** 1 for a scam, 0 for honest. */
  label: 0 | 1
  weight: number
}

/** Weights and, as the last number, the bias. */
export type Parameters = Float64Array

export interface Fit {
  samples: readonly Sample[]
  /** Start values, to which the penalty pulls the weights. */
  start: Parameters
  /** Penalty of each weight's squared distance from its start. */
  penalty: Float64Array
  rounds: number
}

const size = inputs + 1

/** Logistic regression by L-BFGS with the last ten steps. Deterministic. */
export function fitLogistic({ samples, start, penalty, rounds }: Fit): Parameters {
  const memory: { s: Float64Array; y: Float64Array; rho: number }[] = []
  let point = Float64Array.from(start)
  let { loss, gradient } = lossAt(point, samples, start, penalty)
  for (let round = 0; round < rounds; round += 1) {
    const direction = directionFrom(gradient, memory)
    const slope = dot(direction, gradient)
    let stride = round === 0 ? 1 / Math.max(1, Math.sqrt(dot(gradient, gradient))) : 1
    let next = point
    let after = { loss, gradient }
    for (let tries = 0; tries < 30; tries += 1) {
      next = point.map((value, index) => value + stride * (direction[index] as number))
      after = lossAt(next, samples, start, penalty)
      if (after.loss <= loss + 1e-4 * stride * slope) break
      stride /= 2
    }
    const s = next.map((value, index) => value - (point[index] as number))
    const y = after.gradient.map((value, index) => value - (gradient[index] as number))
    const product = dot(s, y)
    const gained = loss - after.loss
    if (product > 1e-12) {
      memory.push({ s, y, rho: 1 / product })
      if (memory.length > 10) memory.shift()
    }
    point = next
    loss = after.loss
    gradient = after.gradient
    if (gained < 1e-7 * Math.abs(loss)) break
  }
  return point
}

function lossAt(point: Parameters, samples: readonly Sample[], start: Parameters, penalty: Float64Array) {
  const gradient = new Float64Array(size)
  let loss = 0
  for (let index = 0; index < size; index += 1) {
    const away = (point[index] as number) - (start[index] as number)
    const cost = penalty[index] as number
    loss += 0.5 * cost * away * away
    gradient[index] = cost * away
  }
  for (const { indices, values, label, weight } of samples) {
    const logOdds = logOddsOf({ indices, values }, point)
    const towards = label === 1 ? logOdds : -logOdds
    loss += weight * (towards > 0 ? Math.log1p(Math.exp(-towards)) : Math.log1p(Math.exp(towards)) - towards)
    const error = weight * (1 / (1 + Math.exp(-logOdds)) - label)
    for (let place = 0; place < indices.length; place += 1) {
      const input = indices[place] as number
      gradient[input] = (gradient[input] as number) + error * (values[place] as number)
    }
    gradient[inputs] = (gradient[inputs] as number) + error
  }
  return { loss, gradient }
}

export function logOddsOf(
  { indices, values }: Pick<Sample, 'indices' | 'values'>,
  point: Parameters,
): number {
  let logOdds = point[inputs] as number
  for (let place = 0; place < indices.length; place += 1)
    logOdds += (point[indices[place] as number] as number) * (values[place] as number)
  return logOdds
}

function directionFrom(
  gradient: Float64Array,
  memory: readonly { s: Float64Array; y: Float64Array; rho: number }[],
) {
  const direction = gradient.map((value) => -value)
  const alphas: number[] = []
  for (const { s, y, rho } of memory.toReversed()) {
    const alpha = rho * dot(s, direction)
    alphas.push(alpha)
    add(direction, y, -alpha)
  }
  const latest = memory.at(-1)
  if (latest) {
    const factor = dot(latest.s, latest.y) / dot(latest.y, latest.y)
    for (let index = 0; index < size; index += 1) direction[index] = (direction[index] as number) * factor
  }
  for (const [index, { s, y, rho }] of memory.entries()) {
    const beta = rho * dot(y, direction)
    add(direction, s, (alphas[memory.length - 1 - index] as number) - beta)
  }
  return direction
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index += 1) sum += (a[index] as number) * (b[index] as number)
  return sum
}

function add(to: Float64Array, more: Float64Array, factor: number): void {
  for (let index = 0; index < to.length; index += 1)
    to[index] = (to[index] as number) + factor * (more[index] as number)
}
