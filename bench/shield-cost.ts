/**
 * Measures the cost of the scam shield per message: `node bench/shield-cost.ts`. Prints median and 99th percentile of the
 * milliseconds of processor time for one judgement: of the labelled conversations as they are, and of conversations at
 * their maximum, each side's last 12 messages of 4,000 characters. docs/trust.md has the figures.
 */
import { judgeConversation } from '#server/features/shield/judge.ts'
import { limits } from '#shared/limits.ts'
import { readAll } from '../scripts/shield/conversations.ts'
import { percentile } from './report/statistics.ts'

const repeats = 50
const listing = { title: 'Samsung TV', category: 'Electronics', priceNaira: 185_000 }
const conversations = await readAll('data/shield')

const usual: (() => unknown)[] = conversations.flatMap(({ listing, messages }) =>
  messages.map(
    ({ from }, index) =>
      () =>
        judgeConversation({ listing, messages: messages.slice(0, index + 1) }, from),
  ),
)

/** Judgements of different messages of the maximum length, made from labelled conversations. */
const longest = conversations.slice(0, 200).map((_, from) => {
  const all = conversations
    .slice(from)
    .flatMap(({ messages }) => messages.map(({ text }) => text))
    .join(' ')
  const messages = Array.from({ length: 24 }, (_, index) => ({
    from: index % 2 === 0 ? ('buyer' as const) : ('seller' as const),
    text: all.slice(index * limits.message.max, (index + 1) * limits.message.max),
  }))
  return () => judgeConversation({ listing, messages }, 'seller')
})

for (const judge of [...usual, ...longest]) judge()
show('as written', usual)
show('12 messages of 4,000 characters each', longest)

/** The processor's clock is too coarse for one judgement: each is repeated, and the mean counts. */
function show(name: string, judgements: readonly (() => unknown)[]): void {
  const some = judgements.filter((_, index) => index % Math.ceil(judgements.length / 300) === 0)
  const times = some.map((judge) => {
    const begun = process.cpuUsage()
    for (let run = 0; run < repeats; run += 1) judge()
    const { user, system } = process.cpuUsage(begun)
    return (user + system) / 1000 / repeats
  })
  const at = (share: number) => percentile(times, share).toFixed(2)
  console.log(`${name}: ${times.length} messages, median ${at(0.5)} ms, p99 ${at(0.99)} ms`)
}
