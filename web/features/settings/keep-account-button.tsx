import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFailureToast } from './failure-toast.ts'
import { useUpdateSettingsCache } from './use-settings.ts'

export function KeepAccountButton() {
  const updateSettingsCache = useUpdateSettingsCache('DELETE /api/settings/deletion')
  const stay = useMutation({
    mutationFn: () => api('DELETE /api/settings/deletion'),
    onSuccess: (settings) => {
      updateSettingsCache(settings)
      showToast({ title: 'Your account stays', description: 'Your listings can be seen again.' })
    },
    onError: (error) => showFailureToast('Please try again', error),
  })
  return (
    <BusyButton className="button noscript:hidden" busy={stay.isPending} onClick={() => stay.mutate()}>
      Keep my account
    </BusyButton>
  )
}
