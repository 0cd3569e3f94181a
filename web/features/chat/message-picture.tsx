import { X } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { enterModal } from '#web/ui/modal-stack.ts'
import { Photo } from '#web/ui/photo.tsx'

/** Pixels of the box that a picture in a conversation fits in, and the narrowest that one is drawn. */
const box = { width: 280, height: 320, least: 96 }

/** The measures at which a picture is drawn; a square where nobody knows them. */
function drawnSize({ width, height }: PhotoData): { width: number; aspectRatio: string } {
  if (!width || !height) return { width: 220, aspectRatio: '1' }
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(box.least, Math.round(width * scale)), aspectRatio: `${width} / ${height}` }
}

/** A picture in a message; a press shows it large. */
export function MessagePicture({ photo, from }: { photo: PhotoData; from: string }) {
  const [isLarge, setIsLarge] = useState(false)
  const alt = `Picture from ${from}`
  return (
    <>
      <button
        type="button"
        aria-label={`${alt}, show it large`}
        onClick={() => setIsLarge(true)}
        style={drawnSize(photo)}
        className="block max-w-full cursor-zoom-in overflow-hidden rounded-xl bg-sunken"
      >
        <Photo photo={photo} alt={alt} sizes={`${box.width}px`} className="size-full object-cover" />
      </button>
      {isLarge && <LargePicture photo={photo} alt={alt} onClose={() => setIsLarge(false)} />}
    </>
  )
}

/** The whole screen for one picture: Escape, the button or a press anywhere closes it. */
function LargePicture({ photo, alt, onClose }: { photo: PhotoData; alt: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    element.showModal()
    const leave = enterModal(element)
    return () => {
      leave()
      element.close()
    }
  }, [])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={alt}
      onClick={onClose}
      onKeyDown={(event) => event.stopPropagation()}
      onCancel={onClose}
      className="fixed inset-0 m-0 size-full max-h-none max-w-none bg-overlay p-0 backdrop:bg-overlay"
    >
      <div className="grid size-full place-items-center p-2 sm:p-10">
        <Photo
          photo={photo}
          alt={alt}
          sizes="100vw"
          use="large"
          priority="eager"
          className="max-h-[calc(100dvh-1rem)] w-auto max-w-full object-contain sm:max-h-[calc(100dvh-5rem)]"
        />
      </div>
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="button button-icon absolute top-3 right-3 rounded-full"
      >
        <X size={22} aria-hidden />
      </button>
    </dialog>,
    document.body,
  )
}
