import { ChevronLeft, ChevronRight, ImageOff } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { pluralise } from '#web/lib/format.ts'
import { smoothly } from '#web/lib/reduced-motion.ts'
import { Photo, slideSizes } from '#web/ui/photo.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import './gallery.css'

const loadViewer = async () => (await import('./gallery-viewer.tsx')).GalleryViewer

interface GalleryProps {
  photos: PhotoData[]
  title: string
}

/**
 * All photos of a listing in one scroll-snapping track: swiped on phones (with dots), stepped by arrows on desktops, with
 * thumbnails on both. A press on a photo opens it in full screen. Without JavaScript it is a row that scrolls.
 */
export function Gallery({ photos, title }: GalleryProps) {
  const track = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const [enlarged, setEnlarged] = useState<number | null>(null)
  const { Component: Viewer, load } = useLazyComponent(loadViewer)
  // It may have been swiped before hydration. In the next frame, which has the layout that this needs.
  useEffect(() => {
    const frame = requestAnimationFrame(() => track.current && setCurrent(shownBy(track.current)))
    return () => cancelAnimationFrame(frame)
  }, [])
  if (photos.length === 0) return <NoImages />

  function show(index: number, behavior = smoothly()) {
    const wrapped = (index + photos.length) % photos.length
    const slide = track.current?.children[wrapped]
    if (slide instanceof HTMLElement) track.current?.scrollTo({ left: slide.offsetLeft, behavior })
  }

  function leaveViewer(index: number) {
    setEnlarged(null)
    show(index, 'instant')
    track.current?.querySelectorAll('a')[index]?.focus({ preventScroll: true })
  }

  return (
    <section aria-label="Photos" aria-roledescription="carousel">
      <div className="gallery-frame relative overflow-hidden bg-sunken md:rounded-card">
        <Slides
          photos={photos}
          title={title}
          track={track}
          current={current}
          onCurrent={setCurrent}
          onEnlarge={async (index) => setEnlarged((await load()) ? index : null)}
        />
        {photos.length > 1 && (
          <>
            <ArrowButton side="left" onClick={() => show(current - 1)} />
            <ArrowButton side="right" onClick={() => show(current + 1)} />
            <Dots photos={photos} current={current} />
          </>
        )}
      </div>
      {photos.length > 1 && <Thumbnails photos={photos} current={current} onChoose={show} />}
      {Viewer && enlarged !== null && (
        <Viewer
          photos={photos}
          altOf={(index) => altOf(title, index, photos)}
          images={track.current?.querySelectorAll('img')}
          start={enlarged}
          onClose={leaveViewer}
        />
      )}
    </section>
  )
}

/**
 * The address of a photo's picture on the page that is being left, such as on the listing's card: in a transition that page stays until
 * the next one is rendered. Pictures of a gallery do not count, so there is none on the server and during hydration.
 */
function shownAs(url = ''): string | undefined {
  if (typeof document === 'undefined') return
  const id = /[\da-f-]{36}/.exec(url)?.[0] ?? url
  const images = document.querySelectorAll<HTMLImageElement>('img:not([aria-roledescription] *)')
  return [...images].find(({ complete, currentSrc }) => complete && currentSrc.includes(id))?.currentSrc
}

const altOf = (title: string, index: number, { length }: PhotoData[]) =>
  `${title}, photo ${index + 1} of ${length}`

/** Index of the slide that a track is scrolled to. web/entry-first.ts computes the same and marks the dot and thumbnail. */
function shownBy(track: HTMLElement): number {
  return Math.round(track.scrollLeft / track.clientWidth)
}

/** With data saver, a phone gets the 320 pixels that the list has already loaded; a press shows the photo at full size. */
const savingSlideSizes = '(min-width: 30rem) 640px, 100px'

const thumbnailSizes = '(min-width: 48rem) 5rem, (min-resolution: 2.5dppx) 3rem, 4rem'

interface SlidesProps extends GalleryProps {
  track: RefObject<HTMLUListElement | null>
  current: number
  onCurrent: (index: number) => void
  onEnlarge: (index: number) => void
}

function Slides({ photos, title, track, current, onCurrent, onEnlarge }: SlidesProps) {
  const [saving] = useDataSaver()
  // Most people look at one photo only; once they swipe, the next is preloaded.
  const fetched = current === 0 ? 0 : current + 1
  const [preview] = useState(() => shownAs(photos[0]?.url))
  return (
    <ul
      ref={track}
      tabIndex={0}
      aria-label={`${title}: ${pluralise(photos.length, 'photo')}`}
      className="gallery-track scrollbar-none relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain"
      onScroll={({ currentTarget }) => onCurrent(shownBy(currentTarget))}
    >
      {photos.map((photo, index) => (
        <li key={photo.url} className="aspect-4/3 w-full shrink-0 snap-center">
          <a
            href={photo.url}
            aria-label={altOf(title, index, photos)}
            tabIndex={index === current ? 0 : -1}
            className="block size-full cursor-zoom-in"
            onClick={(event) => {
              event.preventDefault()
              onEnlarge(index)
            }}
          >
            <Photo
              photo={photo}
              alt={altOf(title, index, photos)}
              sizes={saving ? savingSlideSizes : slideSizes}
              priority={index === 0 ? 'first' : undefined}
              late={index > fetched}
              preview={index === 0 ? preview : undefined}
              use="large"
              className="size-full object-contain"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

function ArrowButton({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  const Icon = side === 'left' ? ChevronLeft : ChevronRight
  return (
    <button
      type="button"
      aria-label={side === 'left' ? 'Previous photo' : 'Next photo'}
      onClick={onClick}
      className={`gallery-arrow ${side === 'left' ? 'left-3' : 'right-3'}`}
    >
      <Icon className="size-5" />
    </button>
  )
}

function Dots({ photos, current }: { photos: PhotoData[]; current: number }) {
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center gap-1.5 md:hidden"
    >
      {photos.map((photo, index) => (
        <span key={photo.url} data-slide={index} aria-current={index === current} className="gallery-dot" />
      ))}
    </div>
  )
}

interface ThumbnailsProps {
  photos: PhotoData[]
  current: number
  onChoose: (index: number) => void
}

function Thumbnails({ photos, current, onChoose }: ThumbnailsProps) {
  const [saving] = useDataSaver()
  // With data saver, the first is the picture of its slide, which is loaded already.
  const isLoaded = (index: number) => saving && index === 0
  return (
    <ul className="scrollbar-none flex gap-2 overflow-x-auto px-4 py-3 md:px-1 noscript:hidden">
      {photos.map((photo, index) => (
        <li key={photo.url} className="shrink-0">
          <button
            type="button"
            aria-label={`Show photo ${index + 1}`}
            data-slide={index}
            aria-current={index === current}
            onClick={() => onChoose(index)}
            className="gallery-thumb"
          >
            <Photo
              photo={photo}
              alt=""
              use={isLoaded(index) ? 'large' : 'thumb'}
              sizes={isLoaded(index) ? savingSlideSizes : thumbnailSizes}
              late={index > 4}
              className="size-full object-cover"
            />
          </button>
        </li>
      ))}
    </ul>
  )
}

function NoImages() {
  return (
    <div className="grid aspect-4/3 place-items-center bg-sunken text-muted md:rounded-card">
      <p className="flex flex-col items-center gap-2">
        <ImageOff className="size-10" />
        No images available
      </p>
    </div>
  )
}
