import { MessageCircleQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSession } from '#web/lib/session.ts'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const askVisitor = () => askToLogIn('You need to be logged in to ask questions...')
const loadForm = async () => (await import('./ask-form.tsx')).AskForm

/** Ask Question, and the form that it opens; asks visitors to log in. */
export function Ask({ listingId }: { listingId: number }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const { Part: AskForm, preload, want } = useLazyComponent(loadForm)
  const button = useRef<HTMLButtonElement>(null)

  async function start() {
    if (!session) askVisitor()
    else setOpen(await want())
  }

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {open && AskForm ? (
        <AskForm listingId={listingId} askerId={session?.id} onLoginNeeded={askVisitor} onClose={close} />
      ) : (
        <button
          ref={button}
          type="button"
          className="button button-outline w-full sm:w-auto noscript:hidden"
          onClick={() => void start()}
          {...(session && preload)}
        >
          <MessageCircleQuestion className="size-4.5" />
          Ask Question
        </button>
      )}
    </>
  )
}
