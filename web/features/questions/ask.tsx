import { useQueryClient } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#shared/limits.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { LoginRequiredDialog } from '#web/ui/login-required-dialog.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useLatePart } from '#web/ui/use-late-part.ts'
import { askQuestion, refreshQuestions } from './changes.ts'
import { loadWritingForm } from './load-writing-form.ts'
import { forgetDraft } from './use-draft.ts'

/** Ask Question, and the form that it opens; a visitor is asked to log in. */
export function Ask({ listingId }: { listingId: number }) {
  const client = useQueryClient()
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [loginAsked, setLoginAsked] = useState(false)
  const { Part: WritingForm, prepare, want } = useLatePart(loadWritingForm)
  const button = useRef<HTMLButtonElement>(null)
  const draft = `question:${session?.id}:${listingId}`

  async function start() {
    if (!session) setLoginAsked(true)
    else if (await want()) setOpen(true)
  }

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus({ preventScroll: true })
  }

  async function send(text: string): Promise<boolean> {
    try {
      await askQuestion(client, listingId, text)
    } catch (error) {
      if (statusOf(error) === 401) {
        setLoginAsked(true)
        return false
      }
      // Refused: what this page knows of the listing may be old.
      if (statusOf(error) !== undefined) refreshQuestions(client, listingId)
      throw error
    }
    close()
    forgetDraft(draft)
    showToast({ title: 'Question posted', description: 'Your question has been sent to the seller.' })
    return true
  }

  return (
    <>
      {open && WritingForm ? (
        <WritingForm
          label="Your question"
          placeholder="Ask the seller about this item (minimum 10 characters)"
          submitLabel="Post Question"
          hint="Everyone can read it. Leave out phone numbers."
          min={limits.question.min}
          max={limits.question.max}
          draft={draft}
          failureTitle="Failed to post question"
          onSend={send}
          onCancel={close}
        />
      ) : (
        <button
          ref={button}
          type="button"
          className="button button-outline w-full sm:w-auto noscript:hidden"
          onClick={() => void start()}
          onPointerEnter={session ? prepare : undefined}
          onFocus={session ? prepare : undefined}
        >
          <MessageCircleQuestion aria-hidden className="size-4.5" />
          Ask Question
        </button>
      )}
      <LoginRequiredDialog
        open={loginAsked}
        onClose={() => setLoginAsked(false)}
        message="You need to be logged in to ask questions..."
      />
    </>
  )
}
