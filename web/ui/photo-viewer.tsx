import PhotoSwipe from 'photoswipe'
import { useEffect, useEffectEvent } from 'react'
import 'photoswipe/style.css'
import './photo-viewer.css'
import { isSavingData } from '#web/lib/data-saver.tsx'
import { prefersReducedMotion } from '#web/lib/reduced-motion.ts'
import { enterModal } from './modal-stack.ts'

export interface ViewerPhoto {
  src: string
  srcSet?: string
  /** Pixels of the largest size. */
  width: number
  height: number
  alt: string
  /** Address of a smaller size that is loaded already: shown until the large one is. */
  preview?: string | undefined
}

interface PhotoViewerProps {
  photos: ViewerPhoto[]
  start: number
  /** Called with the index of the photo shown last when it is closed: by its button, Escape, a drag down, or Back. */
  onClose: (index: number) => void
}

/** Photos in full screen, with pinch, double tap, swipe, arrow keys and a counter. Load it on demand: it brings PhotoSwipe. */
export function PhotoViewer({ photos, start, onClose }: PhotoViewerProps) {
  const open = useEffectEvent(() => openViewer(photos, start, (index) => onClose(index)))
  useEffect(() => open(), [])
  return null
}

/**
 * Opens the viewer; returns a function that closes it immediately. Its dialog is outside React's tree, so React gets none of its events.
 */
function openViewer(photos: ViewerPhoto[], start: number, onClose: PhotoViewerProps['onClose']): () => void {
  const dialog = document.createElement('dialog')
  dialog.className = 'photo-viewer'
  dialog.ariaLabel = 'Photos'
  document.body.append(dialog)
  dialog.showModal()
  const leave = enterModal(dialog)
  const duration = prefersReducedMotion() ? 0 : 200

  const viewer = new PhotoSwipe({
    dataSource: photos.map(({ srcSet, preview, ...photo }) => ({ ...photo, srcset: srcSet, msrc: preview })),
    index: start,
    appendToEl: dialog,
    // The native dialog keeps the focus inside and returns it.
    trapFocus: false,
    returnFocus: false,
    showHideAnimationType: 'fade',
    showAnimationDuration: duration,
    hideAnimationDuration: duration,
    zoomAnimationDuration: duration,
    bgOpacity: 1,
    // A small photo is shown at up to twice its size.
    initialZoomLevel: ({ panAreaSize, elementSize }) =>
      panAreaSize && elementSize
        ? Math.min(2, panAreaSize.x / elementSize.x, panAreaSize.y / elementSize.y)
        : 1,
    secondaryZoomLevel: ({ initial }) => initial * 2.5,
    maxZoomLevel: ({ initial }) => initial * 5,
    imageClickAction: 'zoom',
    preload: isSavingData() ? [0, 0] : [1, 1],
    indexIndicatorSep: ' of ',
    closeTitle: 'Close',
    zoomTitle: 'Zoom',
    arrowPrevTitle: 'Previous photo',
    arrowNextTitle: 'Next photo',
    errorMsg: 'This photo did not load.',
  })
  viewer.addFilter('placeholderSrc', (source, { data }) => data.msrc ?? source)
  viewer.on('loadError', ({ content: { data, index } }) => {
    // A browser without AVIF loads the plain picture.
    if (!data.srcset) return
    delete data.srcset
    viewer.refreshSlideContent(index)
  })
  viewer.on('afterInit', () => {
    viewer.element?.removeAttribute('role')
    viewer.scrollWrap?.setAttribute('role', 'group')
    viewer.element?.querySelector('.pswp__counter')?.setAttribute('aria-live', 'polite')
    viewer.element?.querySelector<HTMLElement>('.pswp__button--close')?.focus()
  })
  const stopBack = closeOnBack(() => viewer.close())
  viewer.on('destroy', () => {
    stopBack()
    leave()
    dialog.close()
    dialog.remove()
    onClose(viewer.currIndex)
  })
  dialog.addEventListener('cancel', (event) => {
    event.preventDefault()
    viewer.close()
  })
  viewer.init()
  return () => {
    if (dialog.open) viewer.destroy()
  }
}

/**
 * Adds a history entry with the same address, so that Back closes what is open and stays on the page. Returns the function that removes the
 * entry. It calls the browser's own pushState: the patched one would notify the router and the scroll positions.
 */
function closeOnBack(close: () => void): () => void {
  const mark = { overlay: String(performance.now()) }
  const isOnTop = () => history.state?.overlay === mark.overlay
  History.prototype.pushState.call(history, { ...history.state, ...mark }, '')
  const onPop = () => !isOnTop() && close()
  addEventListener('popstate', onPop)
  return () => {
    removeEventListener('popstate', onPop)
    if (isOnTop()) history.back()
  }
}
