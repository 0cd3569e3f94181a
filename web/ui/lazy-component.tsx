import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listen } from '#web/lib/events.ts'
import { onceInView } from '#web/lib/use-in-view.ts'

const interactionEvents = 'pointermove pointerdown scroll keydown'

interface LazyComponentProps<Props> {
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Class of the placeholder, by default one line high. */
  className?: string
  /** Shown until then; without scripts too. */
  children?: ReactNode
}

/**
 * A part below the first view. It is loaded after the first interaction, when its placeholder is near the screen: at once if the address has a
 * query, which may concern it, or if the page was scrolled before it was hydrated. The placeholder has the height of one line, so that
 * nothing moves; it stays empty if loading fails.
 */
export function LazyComponent<Props extends object>({
  load,
  props,
  className = 'min-h-11 noscript:hidden',
  children,
}: LazyComponentProps<Props>) {
  const place = useRef<HTMLDivElement>(null)
  const [Component, setComponent] = useState<ComponentType<Props> | null>(null)
  const start = useEffectEvent(() => {
    load().then(
      (loaded) => setComponent(() => loaded),
      () => undefined,
    )
  })
  useEffect(() => {
    let stop = () => {}
    function look() {
      stop()
      if (place.current) stop = onceInView(place.current, '1000px 0px', () => start())
    }
    if (location.search || scrollY > 0) look()
    else stop = listen(window, interactionEvents, look, { passive: true })
    return () => stop()
  }, [])
  return (
    <div ref={place} className={className}>
      {Component ? <Component {...props} /> : children}
    </div>
  )
}
