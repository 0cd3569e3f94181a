import { useMutation } from '@tanstack/react-query'
import { api } from '#web/lib/api.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tellFailure } from './tell-failure.ts'
import { useKeepSettings } from './use-settings.ts'

/** Takes the wish to be deleted back. */
export function KeepAccountButton() {
  const keep = useKeepSettings()
  const stay = useMutation({
    mutationFn: () => api('DELETE /api/settings/deletion'),
    onSuccess: (settings) => {
      keep(settings)
      showToast({ title: 'Your account stays', description: 'Your listings can be seen again.' })
    },
    onError: (error) => tellFailure('Please try again', error),
  })
  return (
    <button type="button" className="button" disabled={stay.isPending} onClick={() => stay.mutate()}>
      {stay.isPending && <Spinner size={18} />}
      Keep my account
    </button>
  )
}
