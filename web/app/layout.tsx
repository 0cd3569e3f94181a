import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { showCarriedToast } from '#web/ui/carried-toast.ts'
import { onFirstToast } from '#web/ui/toast.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ProgressBar } from './progress-bar.tsx'

/** What stands around every page. */
export function Layout({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="skip-link">
        Skip to content
      </a>
      <ProgressBar />
      <Header />
      <Main>{children}</Main>
      <Footer />
      <Toasts />
    </div>
  )
}

/** The page itself; gets the focus when another page comes, so that the keyboard and screen readers start there. */
function Main({ children }: { children: ReactNode }) {
  const main = useRef<HTMLElement>(null)
  const [path] = useLocation()
  const shown = useRef(path)
  useEffect(() => {
    if (shown.current === path) return
    shown.current = path
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true })
  }, [path])
  return (
    <main ref={main} id="content" tabIndex={-1} className="flex-1 outline-none">
      {children}
    </main>
  )
}

/** Loads what draws toasts when there is the first one to draw. */
function Toasts() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null)
  useEffect(() => {
    let asked = false
    const stop = onFirstToast(() => {
      if (asked) return
      asked = true
      import('#web/ui/toaster.tsx').then(
        (module) => setToaster(() => module.Toaster),
        () => {
          asked = false
        },
      )
    })
    showCarriedToast()
    return stop
  }, [])
  return Toaster ? <Toaster /> : null
}
