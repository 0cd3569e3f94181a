import { details, request } from '#tests/support/person.ts'
import { ask } from '#tests/support/postgres.ts'
import { type Behaviour, type SmtpServer, startSmtpServer } from '#tests/support/smtp-server.ts'
import { until } from '#tests/support/until.ts'
import { createWorld, type World } from '../support/chaos-world.ts'
import { expectations, type Fault } from '../support/fault.ts'

/** Milliseconds that a request may take, whatever the mail server does. */
const maxResponseMs = 3000

const behaviours = {
  'hang up': 'down',
  refuse: 'refusing for now (451)',
  reject: 'refusing for good (550)',
  'keep silent': 'silent',
} satisfies { [M in Behaviour]?: string }

/** Registers in each fault mode of the mail server, then in normal mode. */
export const mailAway: Fault = {
  name: 'mail',
  title: 'The mail server down, refusing, silent',
  async run(report) {
    const { expect, failures } = expectations()
    const world = await createWorld()
    const smtp = await startSmtpServer()
    try {
      await world.oja.stop()
      await world.oja.start({ SMTP_URL: smtp.url })
      const measured: string[] = []
      for (const behaviour of Object.keys(behaviours) as (keyof typeof behaviours)[]) {
        const { answered, arrived, copies } = await registerDuring(behaviour, smtp, world)
        report(
          `${behaviours[behaviour]}: answered in ${answered} ms, the mail came ${arrived} ms after the server was back`,
        )
        expect(answered < maxResponseMs, `${behaviours[behaviour]}: registering took ${answered} ms`)
        expect(copies === 1, `${behaviours[behaviour]}: the mail came ${copies} times`)
        measured.push(
          `${behaviours[behaviour]}: answered in ${answered} ms, mail ${arrived} ms after its return, ${copies} time`,
        )
      }
      return { sees: 'nothing, save that the mail comes later', measured, failures }
    } finally {
      await world.end()
      await smtp.close()
    }
  },
}

async function registerDuring(behaviour: Behaviour, smtp: SmtpServer, { oja, databaseUrl }: World) {
  smtp.behaviour = behaviour
  const form = details('halima')
  const { connections } = smtp
  const askedAt = performance.now()
  const answer = await request(`${oja.url}/api/auth/register-email`, 'POST', form, undefined)
  if (answer.status !== 201) throw new Error(`Registering answered ${answer.status}: ${answer.text}`)
  const answered = Math.round(performance.now() - askedAt)
  // An attempt was made and failed.
  await until('a try', () => smtp.connections > connections)
  smtp.behaviour = 'take'
  const backAt = performance.now()
  const copies = () => smtp.all.filter(({ raw }) => raw.includes(`To: ${form.email}`)).length
  await until(`a mail to ${form.email}`, () => copies() > 0, 120_000)
  const arrived = Math.round(performance.now() - backAt)
  // Nothing is queued that could be sent again.
  await until('an empty queue', async () => {
    const queued = await ask(
      databaseUrl(),
      `select from pgboss.job where name = 'mail' and state < 'completed'`,
    )
    return queued.length === 0
  })
  return { answered, arrived, copies: copies() }
}
