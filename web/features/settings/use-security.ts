import { useQueryClient } from '@tanstack/react-query'
import type { Passkey, Security } from '#shared/contract/second-factor.ts'
import { api, apiQuery, keyOf } from '#web/lib/api.ts'
import { makePasskey, passkeyFailure } from '#web/lib/passkey.ts'
import { withPassword } from '#web/lib/with-password.ts'
import { showToast } from '#web/ui/toast.ts'
import { activityQuery } from './activity.tsx'
import { tellFailure } from './tell-failure.ts'

export const securityQuery = apiQuery('GET /api/settings/security')

/** What can be done about how one signs in; each tells how it went, and reads anew what it changed. */
export function useSecurity() {
  const client = useQueryClient()

  function changed(security?: Security) {
    if (security) client.setQueryData(securityQuery.queryKey, security)
    else void client.invalidateQueries({ queryKey: securityQuery.queryKey })
    void client.invalidateQueries({ queryKey: activityQuery.queryKey })
    void client.invalidateQueries({ queryKey: keyOf('GET /api/settings/sessions') })
  }

  return {
    changed,
    /** Null where it failed, which was told. */
    async startTotp() {
      try {
        return await withPassword(() => api('POST /api/settings/totp'))
      } catch (error) {
        tellFailure('Not set up', error)
        return null
      }
    },
    async removeTotp() {
      try {
        changed(await withPassword(() => api('DELETE /api/settings/totp')))
        showToast({ title: 'Authenticator app turned off' })
      } catch (error) {
        tellFailure('Not turned off', error)
      }
    },
    /** Recovery codes where there were none before. */
    async addPasskey(): Promise<string[] | null> {
      try {
        const ask = () => withPassword(() => api('POST /api/settings/passkeys/options'))
        const recoveryCodes = await makePasskey(ask)
        changed()
        showToast({ title: 'Passkey added', description: 'You can log in with it from now on.' })
        return recoveryCodes
      } catch (error) {
        const description = passkeyFailure(error)
        if (description) showToast({ title: 'Passkey not added', description, tone: 'failure' })
        else tellFailure('Passkey not added', error)
        return null
      }
    },
    async removePasskey({ id, name }: Passkey) {
      try {
        changed(await withPassword(() => api('DELETE /api/settings/passkeys/:id', { params: { id } })))
        showToast({ title: 'Passkey removed', description: name })
      } catch (error) {
        tellFailure('Passkey not removed', error)
      }
    },
    /** Null where it failed, which was told. */
    async makeRecoveryCodes(): Promise<string[] | null> {
      try {
        const { recoveryCodes } = await withPassword(() => api('POST /api/settings/recovery-codes'))
        changed()
        return recoveryCodes
      } catch (error) {
        tellFailure('No codes made', error)
        return null
      }
    },
  }
}
