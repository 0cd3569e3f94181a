import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useUnreadCount } from '#web/features/chat/unread.ts'
import { unreadText } from '#web/features/chat/unread-badge.tsx'
import { useUnsentMessages } from '#web/features/chat/use-unsent-messages.ts'
import { FavoritesProvider } from '#web/features/favorites/favorites-provider.tsx'
import { useSession } from '#web/lib/session.ts'
import { TitlePrefixProvider } from '#web/lib/title-prefix.ts'
import { showCarriedToast } from '#web/ui/carried-toast.ts'
import { currentToast, onToast } from '#web/ui/toast.ts'
import { followLinks } from './follow-links.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { LazyNotices } from './lazy-notices.tsx'
import { ProgressBar } from './progress-bar.tsx'
import { matchRoute } from './routes.tsx'

const skipLink = (
  <a href="#content" className="skip-link">
    Skip to content
  </a>
)

/** What stands around every page. */
export function Layout({ children, standsInAt }: { children: ReactNode; standsInAt: string | undefined }) {
  const session = useSession()
  const signedIn = Boolean(session)
  const unread = useUnreadCount(signedIn)
  useUnsentMessages(session?.id)
  const [path, navigate] = useLocation()
  useEffect(() => followLinks(navigate), [navigate])
  const fills = path !== standsInAt && matchRoute(path).route.fillsScreen === true
  return (
    <div
      className={`flex flex-col ${fills ? 'h-[var(--visible-height,100dvh)] overflow-hidden' : 'min-h-dvh'}`}
    >
      {skipLink}
      <ProgressBar />
      <Header path={path} unread={unread} />
      <TitlePrefixProvider value={unread > 0 ? `(${unreadText(unread)}) ` : ''}>
        <FavoritesProvider>
          <Main path={path}>{children}</Main>
        </FavoritesProvider>
      </TitlePrefixProvider>
      {!fills && <Footer />}
      <Toasts />
      <LazyNotices />
    </div>
  )
}

/** The page itself; gets the focus when another page comes, so that the keyboard and screen readers start there. */
function Main({ path, children }: { path: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <main ref={main} id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
      {children}
    </main>
  )
}

/**
 * Loads what draws toasts when somebody begins to do something, and at the latest when there is one to draw: the first may
 * be about a lost network.
 */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    let asked = false
    function load() {
      if (asked) return
      asked = true
      import('#web/ui/toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => {
          asked = false
        },
      )
    }
    const stop = onToast(load)
    showCarriedToast()
    if (currentToast()) load()
    addEventListener('pointerdown', load, { once: true })
    addEventListener('keydown', load, { once: true })
    return () => {
      stop()
      removeEventListener('pointerdown', load)
      removeEventListener('keydown', load)
    }
  }, [])
  return Toaster ? <Toaster /> : null
}
