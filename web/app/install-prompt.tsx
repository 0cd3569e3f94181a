import { Share, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { listen } from '#web/lib/events.ts'
import { hasInstallPrompt, onInstallPrompt, takeInstallPrompt } from '#web/lib/install-event.ts'
import { isIosSafari } from '#web/lib/platform.ts'
import { CornerCard } from './corner-card.tsx'
import { decline } from './install-criteria.ts'

/** Pages with an unfinished task, on which the offer is not shown. */
const busy = /^\/(chat|sell|edit-listing|login|register|forgot-password|admin|offline)(\/|$)/

/** The offer to install Oja on the home screen; not shown for 90 days after it was declined. */
export function InstallPrompt() {
  const [isAnswered, setAnswered] = useState(false)
  const canInstall = useSyncExternalStore(onInstallPrompt, hasInstallPrompt)
  const [path] = useLocation()
  useEffect(
    () =>
      listen(window, 'appinstalled', () => {
        decline()
        setAnswered(true)
      }),
    [],
  )
  const byHand = isIosSafari()
  if (isAnswered || busy.test(path) || !(canInstall || byHand)) return null

  function close() {
    decline()
    setAnswered(true)
  }
  async function install() {
    const offer = takeInstallPrompt()
    setAnswered(true)
    const answer = await offer?.prompt()
    if (answer?.outcome !== 'accepted') decline()
  }
  return (
    <CornerCard label="Install Oja">
      <img
        src="/icon-192.png"
        alt=""
        width={48}
        height={48}
        className="size-12 shrink-0 self-start rounded-control"
      />
      <div className="min-w-0 grow">
        <p className="pr-8 font-bold">Keep Oja at hand</p>
        {byHand ? (
          <p className="mt-1 text-sm text-muted">
            Tap Share <Share size={16} className="inline align-text-bottom" />, then ‘Add to Home Screen’.
          </p>
        ) : (
          <>
            <p className="mt-1 text-sm text-muted">
              Add it to your home screen: it opens faster and takes next to no space.
            </p>
            <div className="mt-3 flex flex-wrap gap-2">
              <button type="button" className="button" onClick={install}>
                Add Oja
              </button>
              <button type="button" className="button button-quiet" onClick={close}>
                Not now
              </button>
            </div>
          </>
        )}
      </div>
      <button
        type="button"
        className="button button-quiet button-icon absolute top-1 right-1"
        aria-label="Close"
        onClick={close}
      >
        <X size={18} />
      </button>
    </CornerCard>
  )
}
