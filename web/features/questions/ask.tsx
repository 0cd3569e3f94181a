import { MessageCircleQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '#web/lib/session.ts'
import { LoginRequiredDialog } from '#web/ui/login-required-dialog.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadForm = async () => (await import('./ask-form.tsx')).AskForm

/** Ask Question, and the form that it opens; asks visitors to log in. */
export function Ask({ listingId }: { listingId: number }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const [loginAsked, setLoginAsked] = useState(false)
  const { Part: AskForm, prepare, want } = useLazyComponent(loadForm)
  const button = useRef<HTMLButtonElement>(null)

  async function start() {
    if (!session) setLoginAsked(true)
    else if (await want()) setOpen(true)
  }

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {open && AskForm ? (
        <AskForm
          listingId={listingId}
          askerId={session?.id}
          onLoginNeeded={() => setLoginAsked(true)}
          onClose={close}
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
          <MessageCircleQuestion className="size-4.5" />
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
