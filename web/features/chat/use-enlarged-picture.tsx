import { type ReactNode, type RefObject, useState } from 'react'
import { photoSources } from '#shared/photo-sizes.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { MessageItem } from './message-items.ts'

const loadViewer = async () => (await import('#web/ui/photo-viewer.tsx')).PhotoViewer

/** The pictures of the loaded messages in full screen: `enlarge` begins with the one of this message. */
export function useEnlargedPicture(
  items: MessageItem[],
  otherName: string,
  list: RefObject<HTMLElement | null>,
): { enlarge: (key: string) => void; viewer: ReactNode } {
  const [opened, setOpened] = useState<string | null>(null)
  const { Component: Viewer, load } = useLazyComponent(loadViewer)
  const pictures = items.flatMap(({ key, photo, isOwn }) => (photo ? [{ key, photo, isOwn }] : []))
  const start = pictures.findIndex(({ key }) => key === opened)
  const shownOf = (key: string) =>
    list.current?.querySelector<HTMLImageElement>(`#message-${CSS.escape(key)} picture img`)

  function viewed({ key, photo, isOwn }: (typeof pictures)[number]) {
    const { src, avifSrcSet } = photoSources(photo, 'large')
    const shown = shownOf(key)
    return {
      src,
      ...(avifSrcSet && { srcSet: avifSrcSet }),
      // Of a picture on another host the size is known once it is loaded.
      width: photo.width ?? (shown?.naturalWidth || 1200),
      height: photo.height ?? (shown?.naturalHeight || 900),
      alt: `Picture from ${isOwn ? 'you' : otherName}`,
      preview: shown?.currentSrc,
    }
  }

  return {
    enlarge: (key) => void load().then((isLoaded) => setOpened(isLoaded ? key : null)),
    viewer: Viewer && start >= 0 && (
      <Viewer
        photos={pictures.map(viewed)}
        start={start}
        onClose={(index) => {
          setOpened(null)
          const last = pictures[index]
          if (last) shownOf(last.key)?.closest('button')?.focus()
        }}
      />
    ),
  }
}
