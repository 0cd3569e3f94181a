import { Star } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useSession } from '#web/lib/session.ts'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { ReviewDialogProps } from './review-dialog.tsx'
import { loginToReview } from './review-texts.ts'

const loadDialog = async () => (await import('./review-dialog.tsx')).ReviewDialog

/** Opens the review dialog, at once where the address asks for it; for signed-in viewers other than the user. */
export function ReviewButton(props: Pick<ReviewDialogProps, 'user' | 'earlier'>) {
  const isLeaving = useSession()?.isLeaving
  const [open, setOpen] = useState(false)
  // The draft survives closing the dialog, unless a review was posted meanwhile: then that is the initial value.
  const [begun, setBegun] = useState<string>()
  const { Component: ReviewDialog, preloadProps, load } = useLazyComponent(loadDialog)

  async function show() {
    if (isLeaving) return askToLogIn(loginToReview)
    if (!(await load())) return
    setBegun(props.earlier?.createdAt)
    setOpen(true)
  }

  const showNow = useEffectEvent(show)
  useEffect(() => {
    // `paths.review`
    if (location.hash === '#review') void showNow()
  }, [])

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-outline grow noscript:hidden sm:grow-0"
        onClick={show}
        {...preloadProps}
      >
        <Star className="size-4.5" />
        Leave Review
      </button>
      {ReviewDialog && <ReviewDialog key={begun} {...props} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
