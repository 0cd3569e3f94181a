import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Reply } from 'lucide-react'
import { useState } from 'react'
import type { Question } from '#shared/contract/questions.ts'
import { limits } from '#shared/limits.ts'
import { codeOf, currentOf } from '#web/lib/errors.ts'
import { writeDraftText } from '#web/lib/text-drafts.ts'
import { showToast } from '#web/ui/toast.ts'
import { answerQuestion } from './question-mutations.ts'
import { WritingForm } from './writing-form.tsx'

interface AnswerControlsProps {
  listingId: number
  question: Question
  answeringAs: number
  /** The form takes the place of the answer. */
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
}

/** For the seller: the button that opens the form for an answer, and the form. */
export function AnswerControls({
  listingId,
  question,
  answeringAs,
  isOpen,
  onOpen,
  onClose,
}: AnswerControlsProps) {
  const { id, user, answer } = question
  const client = useQueryClient()
  // The question as it was when the form opened: another tab may answer meanwhile.
  const [seen, setSeen] = useState(question)
  const draft = `answer:${answeringAs}:${id}`

  function start() {
    setSeen(question)
    onOpen()
  }

  async function send(text: string): Promise<boolean> {
    try {
      await answerQuestion(client, listingId, seen, text)
    } catch (error) {
      // After one conflict, the seller may replace the other answer.
      const current = codeOf(error) === 'STALE_VERSION' && currentOf<Question>(error)
      if (current) setSeen(current)
      throw error
    }
    onClose()
    writeDraftText(draft, '')
    showToast({ title: 'Answer posted', description: 'Your answer has been published.' })
    return true
  }

  if (isOpen)
    return (
      <div className="mt-3">
        <WritingForm
          label="Your answer"
          placeholder="Write your answer..."
          submitLabel="Post Answer"
          hint="Everyone can read it."
          min={1}
          max={limits.answer.max}
          draft={draft}
          failureTitle="Failed to post answer"
          initial={answer ?? ''}
          onSend={send}
          onCancel={onClose}
        />
      </div>
    )
  return (
    <button
      type="button"
      className={answer === null ? 'button button-outline mt-3' : 'button button-quiet mt-1 -ml-4 text-sm'}
      onClick={start}
    >
      {answer === null ? <Reply className="size-4" /> : <Pencil className="size-3.5" />}
      {answer === null ? 'Reply' : 'Edit answer'}
      <span className="sr-only">{` to ${user.fullName}`}</span>
    </button>
  )
}
