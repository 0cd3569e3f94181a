/**
 * Trains the scam shield: `npm run shield:train`. Reads data/shield/*.jsonl, leaves out the fifth that is held out,
 * fits a logistic regression, chooses the threshold by cross-validation so that at most 1.5 % of the honest conversations of
 * independent writers are warned, and writes server/features/shield/model.json. The same files give the same model. Takes
 * about five minutes.
 */
import { writeFile } from 'node:fs/promises'
import { inputs } from '#server/features/shield/features.ts'
import { storeModel } from '#server/features/shield/model.ts'
import { isHeldOut, readAll } from './shield/conversations.ts'
import { type Example, exampleOf, highestLogOdds, train } from './shield/examples.ts'

/** Share of the independent writers' honest conversations that the threshold may warn. */
const falseAlarms = 0.015
/** Files whose writers knew neither the data nor the signals: the estimate of a new writer. */
const independent = ['w8', 'w9', 'w10', 'w12', 'w13', 'w15', 'w16', 'w17']
/** The files of each writer, by which ids begin: a fold is judged by a model that has read nothing of its writer. */
const folds = ['w1', 'w2', 'w3', 'w4', 'w5 w6 w7 w11', ...independent].map((files) => files.split(' '))
const fileOf = ({ id }: Example) => id.split('-')[0] ?? ''
const foldOf = (example: Example) => folds.findIndex((files) => files.includes(fileOf(example)))
const isIndependent = (example: Example) => independent.includes(fileOf(example))

const examples = (await readAll('data/shield')).filter((example) => !isHeldOut(example)).map(exampleOf)
const scams = examples.filter(({ label }) => label === 'scam')
const honest = examples.filter(({ label }) => label === 'honest')
console.log(`${examples.length} conversations for training, ${scams.length} of them scams`)

const logOdds = logOddsByFold()
const threshold = chooseThreshold()
report('all', () => true)
report('all hard', ({ hard }) => hard)
report('independent writers', isIndependent)
report('independent writers, hard', (example) => isIndependent(example) && example.hard)
for (const [fold, files] of folds.entries()) report(files.join(' '), (example) => foldOf(example) === fold)

const parameters = train(examples)
const model = {
  weights: Float32Array.from(parameters.subarray(0, inputs)),
  bias: parameters[inputs] ?? 0,
  threshold: 1 / (1 + Math.exp(-threshold)),
}
const file = 'server/features/shield/model.json'
await writeFile(
  file,
  `${JSON.stringify(storeModel(model), null, 2).replace(/\[\s+(\S+),\s+(\S+)\s+\]/g, '[$1, $2]')}\n`,
)
console.log(`${file}: warns from a probability of ${model.threshold.toFixed(3)}`)

/** For each conversation the highest log odds that it gets from a model that has read nothing of its fold. */
function logOddsByFold(): Map<Example, number> {
  const found = new Map<Example, number>()
  for (const fold of folds.keys()) {
    const parameters = train(examples.filter((example) => foldOf(example) !== fold))
    for (const example of examples)
      if (foldOf(example) === fold) found.set(example, highestLogOdds(example, parameters))
  }
  return found
}

/** Halfway between the last honest conversation that may be warned and the first that may not. */
function chooseThreshold(): number {
  const highest = honest
    .filter(isIndependent)
    .map((example) => logOdds.get(example) ?? 0)
    .sort((a, b) => b - a)
  const allowed = Math.floor(highest.length * falseAlarms)
  return ((highest[allowed - 1] ?? 0) + (highest[allowed] ?? 0)) / 2
}

function report(name: string, included: (example: Example) => boolean): void {
  const share = (some: readonly Example[]) => {
    const counted = some.filter(included)
    const warned = counted.filter((example) => (logOdds.get(example) ?? 0) >= threshold)
    return `${warned.length} of ${counted.length} (${((100 * warned.length) / counted.length).toFixed(1)} %)`
  }
  console.log(`on folds, ${name}: scams warned of ${share(scams)}, honest warned ${share(honest)}`)
}
