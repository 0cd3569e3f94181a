import { buckets, type Features, inputs } from './features.ts'
import stored from './model.json' with { type: 'json' }
import { signals } from './signals.ts'

export interface Model {
  /** One weight an input. */
  weights: Float32Array
  bias: number
  /** Probability from which a warning is shown. */
  threshold: number
}

/** How `model.json` keeps a model: hashed weights as signed bytes in base64 times `scale`, those of signals by name. */
export interface StoredModel {
  bias: number
  threshold: number
  scale: number
  hashed: string
  signals: Record<string, [everywhere: number, lastMessage: number]>
}

function loadModel({ bias, threshold, scale, hashed, signals: named }: StoredModel): Model {
  const weights = new Float32Array(inputs)
  // Training that changes the number of buckets begins with the model of another number.
  for (const [index, byte] of new Int8Array(Buffer.from(hashed, 'base64')).subarray(0, buckets).entries())
    weights[index] = byte * scale
  for (const [index, { name }] of signals.entries()) {
    const [everywhere, lastMessage] = named[name] ?? [0, 0]
    weights[buckets + index] = everywhere
    weights[buckets + signals.length + index] = lastMessage
  }
  return { weights, bias, threshold }
}

export function storeModel({ weights, bias, threshold }: Model): StoredModel {
  const largest = weights
    .subarray(0, buckets)
    .reduce((most, weight) => Math.max(most, Math.abs(weight)), 1e-9)
  const scale = largest / 127
  const bytes = Buffer.alloc(buckets)
  for (let index = 0; index < buckets; index += 1)
    bytes.writeInt8(Math.round((weights[index] ?? 0) / scale), index)
  const round = (weight: number | undefined) => Math.round((weight ?? 0) * 1000) / 1000
  return {
    bias: round(bias),
    threshold: round(threshold),
    scale,
    signals: Object.fromEntries(
      signals.map(({ name }, index) => [
        name,
        [round(weights[buckets + index]), round(weights[buckets + signals.length + index])],
      ]),
    ),
    hashed: bytes.toString('base64'),
  }
}

/** Log odds that the suspect is after the other's money or data. */
export function logOdds({ weights, bias }: Model, { indices, values }: Features): number {
  let sum = bias
  for (let place = 0; place < indices.length; place += 1)
    sum += (weights[indices[place] ?? 0] ?? 0) * (values[place] ?? 0)
  return sum
}

export const probabilityOf = (odds: number): number => 1 / (1 + Math.exp(-odds))

export const model: Model = loadModel(stored as unknown as StoredModel)
