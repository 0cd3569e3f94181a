import { useQueryClient } from '@tanstack/react-query'
import { limits } from '#shared/limits.ts'
import { statusOf } from '#web/lib/errors.ts'
import { writeDraftText } from '#web/lib/text-drafts.ts'
import { showToast } from '#web/ui/toast.ts'
import { askQuestion } from './question-mutations.ts'
import { refreshQuestions } from './refresh-questions.ts'
import { WritingForm } from './writing-form.tsx'

interface AskFormProps {
  listingId: number
  askerId: number | undefined
  onLoginNeeded: () => void
  onClose: () => void
}

export function AskForm({ listingId, askerId, onLoginNeeded, onClose }: AskFormProps) {
  const client = useQueryClient()
  const draft = `question:${askerId}:${listingId}`

  async function send(text: string): Promise<boolean> {
    try {
      await askQuestion(client, listingId, text)
    } catch (error) {
      if (statusOf(error) === 401) {
        onLoginNeeded()
        return false
      }
      // After a refusal the cached listing may be out of date.
      if (statusOf(error) !== undefined) refreshQuestions(client, listingId)
      throw error
    }
    onClose()
    writeDraftText(draft, '')
    showToast({ title: 'Question posted', description: 'Your question has been sent to the seller.' })
    return true
  }

  return (
    <WritingForm
      label="Your question"
      placeholder={`Ask the seller about this item (minimum ${limits.question.min} characters)`}
      submitLabel="Post Question"
      hint="Everyone can read it. Leave out phone numbers."
      min={limits.question.min}
      max={limits.question.max}
      draft={draft}
      failureTitle="Failed to post question"
      onSend={send}
      onCancel={onClose}
    />
  )
}
