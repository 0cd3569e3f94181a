import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { assumeQuestionsEnabled } from './question-mutations.ts'
import { refreshQuestions } from './refresh-questions.ts'

/**
 * Turns questions on or off optimistically. Requests are serialised, and a failure rolls back only its own change, so quick
 * presses end in the right state.
 */
export function useToggle(listingId: number): () => void {
  const client = useQueryClient()
  const line = useRef(Promise.resolve())
  const waiting = useRef(0)

  async function send(wanted: boolean | undefined): Promise<void> {
    try {
      const { questionsEnabled } = await api('PATCH /api/listings/:id/toggle-questions', {
        params: { id: listingId },
        body: { questionsEnabled: wanted },
      })
      waiting.current -= 1
      // Another tab may have switched it too: the last response wins.
      if (waiting.current === 0) assumeQuestionsEnabled(client, listingId, () => questionsEnabled)
      showToast(
        questionsEnabled
          ? { title: 'Questions enabled', description: 'Users can now ask questions on this listing.' }
          : {
              title: 'Questions disabled',
              description: 'Users can no longer ask questions on this listing.',
            },
      )
    } catch (error) {
      waiting.current -= 1
      assumeQuestionsEnabled(client, listingId, (before) => !before)
      // If only the response was lost, the switch took effect.
      if (waiting.current === 0) refreshQuestions(client, listingId)
      showFailure('Failed to update setting', error, 'Please try again.')
    }
  }

  return () => {
    waiting.current += 1
    // Toggle the value that this page shows, not a newer one from another tab.
    let wanted: boolean | undefined
    assumeQuestionsEnabled(client, listingId, (before) => {
      wanted = !before
      return wanted
    })
    line.current = line.current.then(() => send(wanted))
  }
}
