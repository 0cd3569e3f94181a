import { parseArgs } from 'node:util'
import { isScale, type Scale, scales } from '../data/scales.ts'

export interface Options {
  /** The scale of the generated marketplace, unless `database` is set. */
  scale: Scale
  /** Part of the name of a workload; absent: all. */
  only?: string
  /** An existing marketplace instead of one of `scale`. */
  database?: string
  /** Duration of one measurement. */
  seconds: number
  /** Number of rounds in which a target and its ceiling alternate. */
  rounds: number
  /** The results of an older run, a JSON file of bench/results, which this one is compared with. */
  compare?: string
  /** Writes nothing to bench/results. */
  discard: boolean
}

/** Parses the command's arguments; throws an error that names the option if one is invalid. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      scale: { type: 'string', default: '10k' },
      only: { type: 'string' },
      database: { type: 'string' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      compare: { type: 'string' },
      discard: { type: 'boolean', default: false },
    },
  })
  const scale = values.scale.toLowerCase()
  if (!isScale(scale)) throw new Error(`--scale is one of ${Object.keys(scales).join(', ')}.`)
  return {
    scale,
    ...(values.only ? { only: values.only } : {}),
    ...(values.database ? { database: values.database } : {}),
    ...(values.compare ? { compare: values.compare } : {}),
    seconds: positive('--seconds', values.seconds),
    rounds: Math.ceil(positive('--rounds', values.rounds)),
    discard: values.discard,
  }
}

function positive(name: string, text: string): number {
  const number = Number(text)
  if (!(number > 0)) throw new Error(`${name} is a number above 0.`)
  return number
}
