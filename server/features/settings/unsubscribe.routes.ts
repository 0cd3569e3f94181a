import type { FastifyRequest } from 'fastify'
import type { App, Context } from '#server/context.ts'
import { readUnsubscribe } from '#server/core/mail/signed-links.ts'
import { registerEndpoints } from '#server/core/register-endpoints.ts'
import { AppError } from '#shared/errors.ts'
import { topicsOf } from '#shared/notification-topics.ts'
import { turnMailsOff } from './account.db.ts'

/** Bytes of a form; a mail program sends `List-Unsubscribe=One-Click`. */
const formBytes = 4096

/**
 * Accepts a form without a session: from a mail program (RFC 8058 names both types), or from the page /unsubscribe without scripts. The token
 * in the address is all that is read; the form's content and cookies are ignored.
 */
export async function unsubscribeRoutes(app: App, context: Context): Promise<void> {
  await app.register(async (scope: App) => {
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'string', bodyLimit: formBytes },
      (_request, _form, done) => done(null),
    )
    // A form submitted from the page gets a page.
    scope.addHook('onSend', async (request, reply, payload) => {
      if (!wantsPage(request) || ![200, 400].includes(reply.statusCode)) return payload
      const { turnedOff } = reply.statusCode === 200 ? JSON.parse(String(payload)) : { turnedOff: 'nothing' }
      reply.code(303).removeHeader('content-type')
      reply.header('location', `/unsubscribe?off=${turnedOff}`)
      return ''
    })

    registerEndpoints(scope, context, {
      'POST /api/unsubscribe': async ({ query }) => {
        const optOut = await readUnsubscribe(context.env, query.token)
        if (!optOut)
          throw new AppError(
            'BAD_REQUEST',
            'This link is incomplete. Open it again from the mail, or turn mails off in your settings.',
          )
        await turnMailsOff(context.db, optOut.userId, topicsOf(optOut.kind))
        return { turnedOff: optOut.kind }
      },
    })
  })
}

const wantsPage = ({ headers }: FastifyRequest) => headers.accept?.includes('text/html') ?? false
