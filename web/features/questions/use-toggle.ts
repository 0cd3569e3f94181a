import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { api } from '#web/lib/api.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { assumeQuestionsEnabled, refreshQuestions } from './changes.ts'

/**
 * Switches questions on or off. It shows at once; each press is a call, one after the other, and a failed one is taken back
 * alone, so that quick presses end where they should.
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
      // Another tab may have switched it too: the last answer is right.
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
      // Where only the answer was lost, the switch was made.
      if (waiting.current === 0) refreshQuestions(client, listingId)
      showFailure('Failed to update setting', error, 'Please try again.')
    }
  }

  return () => {
    waiting.current += 1
    // What this page showed decides, not what another tab made of it meanwhile.
    let wanted: boolean | undefined
    assumeQuestionsEnabled(client, listingId, (before) => {
      wanted = !before
      return wanted
    })
    line.current = line.current.then(() => send(wanted))
  }
}
