import { useQueryClient } from '@tanstack/react-query'
import type { Passkey, Security } from '#shared/contract/second-factor.ts'
import { api, apiQuery, keyOf } from '#web/lib/api.ts'
import { makePasskey, passkeyFailure } from '#web/lib/passkey.ts'
import { withPassword } from '#web/lib/with-password.ts'
import { showToast } from '#web/ui/toast.ts'
import { activityQuery } from './activity.tsx'
import { showFailureToast } from './failure-toast.ts'

export const securityQuery = apiQuery('GET /api/settings/security')

/** Actions on second factors and passkeys; each shows its result and refetches what it changed. */
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
    /** Null after a failure, which was shown. */
    async startTotp() {
      try {
        return await withPassword(() => api('POST /api/settings/totp'))
      } catch (error) {
        showFailureToast('Not set up', error)
        return null
      }
    },
    async removeTotp() {
      try {
        changed(await withPassword(() => api('DELETE /api/settings/totp')))
        showToast({ title: 'Authenticator app turned off' })
      } catch (error) {
        showFailureToast('Not turned off', error)
      }
    },
    /** Recovery codes if there were none before. */
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
        else showFailureToast('Passkey not added', error)
        return null
      }
    },
    async removePasskey({ id, name }: Passkey) {
      try {
        changed(await withPassword(() => api('DELETE /api/settings/passkeys/:id', { params: { id } })))
        showToast({ title: 'Passkey removed', description: name })
      } catch (error) {
        showFailureToast('Passkey not removed', error)
      }
    },
    /** Null after a failure, which was shown. */
    async makeRecoveryCodes(): Promise<string[] | null> {
      try {
        const { recoveryCodes } = await withPassword(() => api('POST /api/settings/recovery-codes'))
        changed()
        return recoveryCodes
      } catch (error) {
        showFailureToast('No codes made', error)
        return null
      }
    },
  }
}
