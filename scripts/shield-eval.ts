/**
 * Measures the scam shield on labelled conversations: `npm run shield:eval -- <file.jsonl> [--held-out] [--errors] [--json]`.
 * Plays each conversation message by message through the server's code, with accounts that are new and unverified.
 * Recall: the victim was warned at or before the last message. False alarm: anybody was warned in an honest conversation.
 * `--held-out` keeps only the conversations that training does not read, `--errors` lists the wrong ones, and `--json`
 * prints one object with shares from 0 to 1 on the last line.
 */
import { parseArgs } from 'node:util'
import { isHeldOut, type Labelled, readConversations } from './shield/conversations.ts'
import { isWrong, type Outcome, outcomeOf, sharesOf, shareWarned } from './shield/measure.ts'

const usage = 'Usage: npm run shield:eval -- <file.jsonl> [more files] [--held-out] [--errors] [--json]'

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'held-out': { type: 'boolean', default: false },
      errors: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  if (positionals.length === 0) throw new Error(usage)
  const read = (await Promise.all(positionals.map(readConversations))).flat()
  const conversations = values['held-out'] ? read.filter(isHeldOut) : read
  if (conversations.length === 0) throw new Error('There is no conversation in these files.')
  const outcomes = conversations.map(outcomeOf)
  if (values.errors) for (const outcome of outcomes.filter(isWrong)) console.log(inWords(outcome))
  report(outcomes)
  if (values.json) console.log(JSON.stringify(sharesOf(outcomes)))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function report(outcomes: readonly Outcome[]): void {
  const { recall, hardRecall, falseAlarms, hardFalseAlarms, scams, honest, messagesLate } = sharesOf(outcomes)
  console.log(`${outcomes.length} conversations: ${scams} scams, ${honest} honest`)
  console.log(`recall        ${percent(recall)}   hard ${percent(hardRecall)}`)
  console.log(`false alarms  ${percent(falseAlarms)}   hard ${percent(hardFalseAlarms)}`)
  console.log(`warned ${messagesLate.toFixed(2)} messages after the first signal of a trick, on average`)
  for (const label of ['scam', 'honest'] as const) {
    console.log(`\n${label === 'scam' ? 'scams warned of' : 'honest conversations warned'}, by kind`)
    const ofLabel = outcomes.filter(({ conversation }) => conversation.label === label)
    for (const [kind, some] of [...Map.groupBy(ofLabel, ({ conversation }) => conversation.kind)].sort()) {
      const hard = some.filter(({ conversation }) => conversation.hard)
      console.log(`  ${kind.padEnd(28)} ${counts(some)}   hard ${counts(hard)}`)
    }
  }
}

function counts(outcomes: readonly Outcome[]): string {
  const warned = Math.round(shareWarned(outcomes) * outcomes.length)
  return `${String(warned).padStart(3)} of ${String(outcomes.length).padEnd(3)}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`.padStart(7)
}

function inWords({ conversation, warning, highest }: Outcome): string {
  const { id, label, kind, hard, messages } = conversation as Labelled
  const lines = messages.map(
    ({ from, text }, index) => `   ${index === warning?.message ? '>' : ' '} ${from}: ${text}`,
  )
  const seen = warning?.reasons.map(({ reason, words }) => `${reason} (“${words}”)`).join('; ')
  const verdict = warning ? `warned of ${warning.kind}: ${seen || 'its wording'}` : 'not warned'
  return `${id} ${label} ${kind}${hard ? ' hard' : ''}: ${verdict}, highest ${highest.toFixed(2)}\n${lines.join('\n')}`
}
