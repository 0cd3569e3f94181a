import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { Spinner } from '#web/ui/spinner.tsx'
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
    <button
      type="button"
      className="button noscript:hidden"
      disabled={stay.isPending}
      onClick={() => stay.mutate()}
    >
      {stay.isPending && <Spinner size={18} />}
      Keep my account
    </button>
  )
}
