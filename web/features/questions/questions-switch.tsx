import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ToggleLeft, ToggleRight } from 'lucide-react'
import { api } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { listingKey, refreshQuestions } from './refresh-questions.ts'

/** The seller's switch. It turns at once; of quick presses the last one wins. */
export function QuestionsSwitch({ listingId, enabled }: { listingId: number; enabled: boolean }) {
  const client = useQueryClient()
  const mutationKey = ['questions', listingId]
  const isLast = () => client.isMutating({ mutationKey }) === 1
  const show = (questionsEnabled: boolean) =>
    client.setQueryData(listingKey(listingId), (listing) => listing && { ...listing, questionsEnabled })
  const turn = useMutation({
    mutationKey,
    // One after the other.
    scope: { id: mutationKey.join() },
    mutationFn: (wanted: boolean) =>
      api('PATCH /api/listings/:id/toggle-questions', {
        params: { id: listingId },
        body: { questionsEnabled: wanted },
      }),
    onSuccess({ questionsEnabled }) {
      // Another tab may have switched it too: the last response wins.
      if (isLast()) show(questionsEnabled)
      showToast(
        questionsEnabled
          ? { title: 'Questions enabled', description: 'Users can now ask questions on this listing.' }
          : {
              title: 'Questions disabled',
              description: 'Users can no longer ask questions on this listing.',
            },
      )
    },
    onError(error, wanted) {
      show(!wanted)
      // If only the response was lost, the switch took effect.
      if (isLast()) refreshQuestions(client, listingId)
      showFailure('Failed to update setting', error, 'Please try again.')
    },
  })

  function press() {
    // The present value: a second press may come before the first is rendered.
    const isOn = client.getQueryData(listingKey(listingId))?.questionsEnabled ?? enabled
    show(!isOn)
    turn.mutate(!isOn)
  }

  const Icon = enabled ? ToggleRight : ToggleLeft
  return (
    <button
      type="button"
      aria-pressed={enabled}
      className="button button-outline noscript:hidden"
      onClick={press}
    >
      <Icon className={`size-6 ${enabled ? 'text-brand-ink' : 'text-muted'}`} />
      {enabled ? 'Questions On' : 'Questions Off'}
    </button>
  )
}
