import { type Mood, type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { expectations, type Fault } from '../support/fault.ts'
import { details, request } from '../support/person.ts'
import { ask } from '../support/postgres.ts'
import { until } from '../support/until.ts'
import { createWorld, type World } from '../support/world.ts'

/** Milliseconds that a request may take, whatever the mail server does. */
const quickly = 3000

const moods = {
  'hang up': 'down',
  refuse: 'refusing for now (451)',
  reject: 'refusing for good (550)',
  'keep silent': 'silent',
} satisfies { [M in Mood]?: string }

/** Registers while the mail server is in each of its moods, then in a good one. */
export const mailAway: Fault = {
  name: 'mail',
  title: 'The mail server down, refusing, silent',
  async run(say) {
    const { expect, failures } = expectations()
    const world = await createWorld()
    const smtp = await startSmtpServer()
    try {
      await world.oja.stop()
      await world.oja.start({ SMTP_URL: smtp.url })
      const measured: string[] = []
      for (const mood of Object.keys(moods) as (keyof typeof moods)[]) {
        const { answered, arrived, copies } = await registerDuring(mood, smtp, world)
        say(
          `${moods[mood]}: answered in ${answered} ms, the mail came ${arrived} ms after the server was back`,
        )
        expect(answered < quickly, `${moods[mood]}: registering took ${answered} ms`)
        expect(copies === 1, `${moods[mood]}: the mail came ${copies} times`)
        measured.push(
          `${moods[mood]}: answered in ${answered} ms, mail ${arrived} ms after its return, ${copies} time`,
        )
      }
      return { sees: 'nothing, save that the mail comes later', measured, failures }
    } finally {
      await world.end()
      await smtp.close()
    }
  },
}

async function registerDuring(mood: Mood, smtp: SmtpServer, { oja, databaseUrl }: World) {
  smtp.mood = mood
  const form = details('halima')
  const { connections } = smtp
  const askedAt = performance.now()
  const answer = await request(`${oja.url}/api/auth/register-email`, 'POST', form, undefined)
  if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}: ${answer.text}`)
  const answered = Math.round(performance.now() - askedAt)
  // It has been tried, in vain.
  await until('a try', () => smtp.connections > connections)
  smtp.mood = 'take'
  const backAt = performance.now()
  const copies = () => smtp.all.filter(({ raw }) => raw.includes(`To: ${form.email}`)).length
  await until(`a mail to ${form.email}`, () => copies() > 0, 120_000)
  const arrived = Math.round(performance.now() - backAt)
  // Nothing waits that could come again.
  await until('an empty queue', async () => {
    const waiting = await ask(
      databaseUrl(),
      `select from pgboss.job where name = 'mail' and state < 'completed'`,
    )
    return waiting.length === 0
  })
  return { answered, arrived, copies: copies() }
}
