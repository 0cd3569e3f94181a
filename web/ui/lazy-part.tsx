import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'

const signsOfLife = ['pointermove', 'pointerdown', 'scroll', 'keydown'] as const

interface LazyPartProps<Props> {
  load: () => Promise<ComponentType<Props>>
  props: Props
  /** Of the place; the height of one line without it. */
  className?: string
  /** Shown until then; without scripts too. */
  children?: ReactNode
}

/**
 * A part that is not of the first view: it loads once the reader has moved, touched, scrolled or typed (at once where the address has
 * a query, which may be about it) and its place is near. The place has the height of one line, so that nothing moves when it
 * arrives; if it cannot be loaded the place stays empty.
 */
export function LazyPart<Props extends object>({
  load,
  props,
  className = 'min-h-11 noscript:hidden',
  children,
}: LazyPartProps<Props>) {
  const place = useRef<HTMLDivElement>(null)
  const [Part, setPart] = useState<ComponentType<Props> | null>(null)
  const start = useEffectEvent(() => {
    load().then(
      (loaded) => setPart(() => loaded),
      () => undefined,
    )
  })
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        start()
      },
      { rootMargin: '1000px 0px' },
    )
    const waiting = new AbortController()
    function look() {
      waiting.abort()
      if (place.current) observer.observe(place.current)
    }
    const options = { passive: true, signal: waiting.signal }
    if (location.search) look()
    else for (const event of signsOfLife) window.addEventListener(event, look, options)
    return () => {
      waiting.abort()
      observer.disconnect()
    }
  }, [])
  return (
    <div ref={place} className={className}>
      {Part ? <Part {...props} /> : children}
    </div>
  )
}
