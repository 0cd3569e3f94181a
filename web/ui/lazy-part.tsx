import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { listen } from '#web/lib/listen.ts'
import { whenNear } from '#web/lib/use-near.ts'

const signsOfLife = 'pointermove pointerdown scroll keydown'

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
    let stop = () => {}
    function look() {
      stop()
      if (place.current) stop = whenNear(place.current, '1000px 0px', () => start())
    }
    if (location.search) look()
    else stop = listen(window, signsOfLife, look, { passive: true })
    return () => stop()
  }, [])
  return (
    <div ref={place} className={className}>
      {Part ? <Part {...props} /> : children}
    </div>
  )
}
