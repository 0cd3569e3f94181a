import {
  type ComponentType,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { useUnreadCount } from '#web/features/chat/unread.ts'
import { FavoritesProvider } from '#web/features/favorites/favorites-provider.tsx'
import { useUnreadNotifications } from '#web/features/notifications/unread.ts'
import { listen } from '#web/lib/events.ts'
import { whenIdle } from '#web/lib/idle.ts'
import { TitlePrefixProvider } from '#web/lib/page-context.ts'
import { useSession } from '#web/lib/session.ts'
import { useVisit } from '#web/lib/shown-location.tsx'
import { onLoginAsked } from '#web/ui/login-prompt.ts'
import { currentToast, onToast, showFlashToast } from '#web/ui/toast.ts'
import { unreadText } from '#web/ui/unread-badge.tsx'
import { useLazyComponent, useLoaded } from '#web/ui/use-lazy-component.ts'
import { followLinks } from './follow-links.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { bottomBar, useLazyModule } from './lazy-module.ts'
import { ProgressBar } from './progress-bar.tsx'
import { matchRoute } from './routes.tsx'
import { useUnsent } from './use-unsent.ts'

const skipLink = (
  <a href="#content" className="skip-link">
    Skip to content
  </a>
)

export function Layout({ children, offlinePath }: { children: ReactNode; offlinePath: string | undefined }) {
  const session = useSession()
  const signedIn = Boolean(session)
  const unread = useUnreadCount(signedIn)
  const news = useUnreadNotifications(signedIn)
  useUnsent(session?.id)
  const [path, navigate] = useLocation()
  useEffect(() => followLinks(navigate), [navigate])
  const route = path === offlinePath ? undefined : matchRoute(path).route
  const hasOwnBar = route?.hasOwnBar === true
  const fills = route?.fillsScreen === true
  const bar = useLazyModule(bottomBar, !hasOwnBar)
  return (
    <div
      className={`flex flex-col ${fills ? 'h-[var(--visible-height,100dvh)] overflow-hidden' : 'min-h-dvh'}`}
    >
      {skipLink}
      <ProgressBar />
      <Header path={path} unread={unread} news={news} />
      <TitlePrefixProvider value={unread > 0 ? `(${unreadText(unread)}) ` : ''}>
        <FavoritesProvider>
          <Main>{children}</Main>
        </FavoritesProvider>
      </TitlePrefixProvider>
      {!fills && <Footer hasBar={hasOwnBar} />}
      {bar && <bar.BottomBar path={path} unread={unread} />}
      <Toasts />
      <LoginPrompt />
      <LazyNotices />
    </div>
  )
}

/**
 * The page itself. It receives focus after navigation, so keyboard and screen reader users start there, also within a page: the
 * link that was followed may be gone, such as that of a filter.
 */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const visit = useVisit()
  const shown = useRef(visit)
  useLayoutEffect(() => {
    if (shown.current === visit) return
    shown.current = visit
    const before = document.activeElement
    // Focus needs the page's layout: in the next frame, so that rendering and layout are two tasks. Somebody may have moved it by then.
    const frame = requestAnimationFrame(() => {
      const now = document.activeElement
      if (now !== before || !main.current || main.current.contains(now)) return
      // What a screen reader says.
      main.current.ariaLabel = document.title
      main.current.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [visit])
  return (
    <main ref={main} id="content" tabIndex={-1} className="min-h-0 flex-1 outline-none">
      {children}
    </main>
  )
}

/**
 * Loads the toast code at the first interaction, before a toast is needed: one that reports a lost network could not load it then.
 * A toast that is shown earlier, such as after a login, loads it too.
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
    showFlashToast()
    if (currentToast()) load()
    const stopListening = listen(window, 'pointerdown keydown', load, { once: true })
    return () => {
      stop()
      stopListening()
    }
  }, [])
  return Toaster ? <Toaster /> : null
}

const loadLoginDialog = async () => (await import('#web/ui/login-required-dialog.tsx')).LoginRequiredDialog

/** The dialog of `askToLogIn`; its code loads when it is first asked for. */
function LoginPrompt() {
  const [message, setMessage] = useState('')
  const [open, setOpen] = useState(false)
  const { Component: LoginRequiredDialog, load } = useLazyComponent(loadLoginDialog)
  const show = useEffectEvent(async (about: string) => {
    setMessage(about)
    setOpen(await load())
  })
  useEffect(() => onLoginAsked((about) => void show(about)), [])
  return (
    LoginRequiredDialog && (
      <LoginRequiredDialog open={open} onClose={() => setOpen(false)} message={message} />
    )
  )
}

const loadNotices = async () => (await import('./notices.tsx')).Notices

/** The app's notices; their code loads after the page. */
function LazyNotices() {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  const Notices = useLoaded(loadNotices, isIdle)
  return Notices && <Notices />
}
