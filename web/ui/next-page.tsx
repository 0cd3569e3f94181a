import { type MouseEvent, useEffect, useEffectEvent, useRef } from 'react'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { watchInView } from '#web/lib/use-in-view.ts'

interface NextPageProps {
  /** Address of the next page, for search engines and browsers without JavaScript; without one it is a button. */
  href?: string
  label: string
  /** Loads the next page only when it is pressed. */
  onlyByPress?: boolean
  /** Adds the next page to the list; `isPressed` false: the reader only came near the end. A link that goes away with the focus counts as pressed. */
  onMore: (isPressed: boolean) => void
}

/** The end of a list that has another page. The page is added one screen before the reader reaches the end; with data saver, at a press. */
export function NextPage({ href, label, onlyByPress, onMore }: NextPageProps) {
  const end = useRef<HTMLDivElement>(null)
  const [saving] = useDataSaver()
  const isManual = saving || onlyByPress
  const reach = useEffectEvent(() => onMore(end.current?.matches(':focus-within') ?? false))
  useEffect(() => {
    if (!end.current || isManual) return
    return watchInView(end.current, '100% 0px', (isInView) => isInView && reach())
  }, [isManual])

  function add(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    event.preventDefault()
    onMore(true)
  }
  const shared = { className: 'button button-outline min-w-48', onClick: add, children: label }
  return (
    <div ref={end}>
      {href ? <a {...shared} href={href} rel="next" /> : <button {...shared} type="button" />}
    </div>
  )
}
