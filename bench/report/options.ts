import { parseArgs } from 'node:util'
import { isScale, type Scale, scales } from '../data/scales.ts'

export interface Options {
  /** Of the marketplace that is made, unless there is a `database`. */
  scale: Scale
  /** Part of the name of a workload; absent: all. */
  only?: string
  /** A marketplace that is there already, instead of one of `scale`. */
  database?: string
  /** How long one figure is measured. */
  seconds: number
  /** How often a thing and its ceiling take turns. */
  rounds: number
  /** Leaves nothing in bench/results. */
  discard: boolean
}

/** Reads the command's arguments; throws a sentence for a person where they are not good. */
export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      scale: { type: 'string', default: '10k' },
      only: { type: 'string' },
      database: { type: 'string' },
      seconds: { type: 'string', default: '1' },
      rounds: { type: 'string', default: '3' },
      discard: { type: 'boolean', default: false },
    },
  })
  const scale = values.scale.toLowerCase()
  if (!isScale(scale)) throw new Error(`--scale is one of ${Object.keys(scales).join(', ')}.`)
  return {
    scale,
    ...(values.only ? { only: values.only } : {}),
    ...(values.database ? { database: values.database } : {}),
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
