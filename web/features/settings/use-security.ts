import { useQueryClient } from '@tanstack/react-query'
import type { Passkey, Security } from '#shared/contract/second-factor.ts'
import { api, apiQuery, queryKeyOf } from '#web/lib/api.ts'
import { makePasskey, passkeyFailure } from '#web/lib/passkey.ts'
import { withPassword } from '#web/lib/with-password.ts'
import { showToast } from '#web/ui/toast.ts'
import { activityQuery } from './activity.tsx'
import { showFailureToast } from './failure-toast.ts'

export const securityQuery = apiQuery('GET /api/settings/security')

/** What an action resolves to; null after a failure, which was shown. It may ask for the password. */
async function attempt<T>(failure: string, act: () => Promise<T>): Promise<T | null> {
  try {
    return await withPassword(act)
  } catch (error) {
    showFailureToast(failure, error)
    return null
  }
}

/** Actions on second factors and passkeys; each shows its result and refetches what it changed. */
export function useSecurity() {
  const client = useQueryClient()

  /** Reads again what a change of how one signs in changes: the methods, the devices, and the activity that names it. */
  function changed(security?: Security) {
    if (security) client.setQueryData(securityQuery.queryKey, security)
    else void client.invalidateQueries({ queryKey: securityQuery.queryKey })
    void client.invalidateQueries({ queryKey: activityQuery.queryKey })
    void client.invalidateQueries({ queryKey: queryKeyOf('GET /api/settings/sessions') })
  }

  return {
    changed,
    startTotp: () => attempt('Not set up', () => api('POST /api/settings/totp')),
    async removeTotp() {
      const security = await attempt('Not turned off', () => api('DELETE /api/settings/totp'))
      if (!security) return
      changed(security)
      showToast({ title: 'Authenticator app turned off' })
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
      const remove = () => api('DELETE /api/settings/passkeys/:id', { params: { id } })
      const security = await attempt('Passkey not removed', remove)
      if (!security) return
      changed(security)
      showToast({ title: 'Passkey removed', description: name })
    },
    async makeRecoveryCodes(): Promise<string[] | null> {
      const made = await attempt('No codes made', () => api('POST /api/settings/recovery-codes'))
      if (made) changed()
      return made?.recoveryCodes ?? null
    },
  }
}
