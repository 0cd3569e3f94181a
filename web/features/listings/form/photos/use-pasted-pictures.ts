import { useEffect, useEffectEvent } from 'react'
import { listen } from '#web/lib/events.ts'

/** Takes pictures that are pasted anywhere on the page; in a text field, a paste that also has text stays text. */
export function usePastedPictures(onPaste: (pictures: File[]) => void, isOn: boolean): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { files = [], types = [] } = event.clipboardData ?? {}
    const pictures = [...files].filter(({ type }) => type.startsWith('image/'))
    const isText = event.target instanceof Element && event.target.matches('input, textarea')
    if (!isOn || pictures.length === 0 || (isText && types.includes('text/plain'))) return
    event.preventDefault()
    onPaste(pictures)
  })
  useEffect(() => listen<ClipboardEvent>(document, 'paste', (event) => paste(event)), [])
}
