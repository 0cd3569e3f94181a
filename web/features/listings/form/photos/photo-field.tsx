import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type FileRejection, useDropzone } from 'react-dropzone'
import { photoTypes } from '#shared/contract/uploads.ts'
import { limits } from '#shared/limits.ts'
import { showToast } from '#web/ui/toast.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { type FormMode, formMessages } from '../form-messages.ts'
import { AddPhotosButton } from './add-photos-button.tsx'
import { PhotoProblems } from './photo-problems.tsx'
import { PhotoTile } from './photo-tile.tsx'
import { usePastedPictures } from './use-pasted-pictures.ts'
import type { PhotoUploads } from './use-photo-uploads.ts'
import { useReorder } from './use-reorder.ts'

const loadActions = async () => (await import('./photo-actions.tsx')).PhotoActions

/** Types that may be dropped: those of the file chooser (`photoTypes`), and HEIC, which some browsers decode. */
const accepted = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'image/webp': ['.webp'],
  'image/avif': ['.avif'],
  'image/heic': ['.heic', '.heif'],
}

interface PhotoFieldProps {
  photos: PhotoUploads
  mode: FormMode
  error: string | undefined
}

/** The photos of a listing: choose, drop or paste, upload with progress, reorder. The first is the cover. */
export function PhotoField({ photos, mode, error }: PhotoFieldProps) {
  const { items, uploading } = photos
  const [selectedKey, setSelectedKey] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const selected = items.findIndex(({ key }) => key === selectedKey)
  const full = items.length >= limits.photos.max
  const section = useRef<HTMLElement>(null)
  const reorder = useReorder(photos.move)
  const { Component: PhotoActions, preload, load } = useLazyComponent(loadActions)

  function choose(files: File[], rejections: FileRejection[]) {
    if (rejections.length > 0) refuse(rejections, mode)
    const room = limits.photos.max - items.length
    if (mode === 'edit' && files.length > room) {
      showToast({
        tone: 'failure',
        title: 'Too Many Images',
        description: `You can only upload up to ${limits.photos.max} images. You currently have ${items.length}.`,
      })
      return
    }
    setAnnouncement(
      files.length > room ? `Only the first ${room} were added: ${limits.photos.max} is the most.` : '',
    )
    if (files.length > 0) flushSync(() => photos.add(files.slice(0, room)))
    // The button that adds photos went away with the focus.
    if (files.length >= room && document.activeElement === document.body) focusButton(limits.photos.max - 1)
    preload()
  }

  const { getRootProps, getInputProps, open, isDragActive } = useDropzone({
    accept: accepted,
    onDrop: choose,
    disabled: uploading || full,
    noClick: true,
    noKeyboard: true,
    noPaste: true,
  })

  usePastedPictures((pictures) => choose(pictures, []), !uploading && !full)

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const to = selected + ({ ArrowLeft: -1, ArrowRight: 1 }[event.key] ?? 0)
    const tile = event.target instanceof Element ? event.target.closest('[aria-pressed=true]') : null
    if (!tile || to === selected || !items[to]) return
    event.preventDefault()
    move(to)
    requestAnimationFrame(() => focusButton(to))
  }

  function select(key: string) {
    setSelectedKey(key === selectedKey ? undefined : key)
    void load()
  }

  function move(to: number) {
    if (selectedKey) photos.move(selectedKey, to)
    setAnnouncement(`Photo moved to place ${to + 1} of ${items.length}.`)
  }

  function remove(key: string) {
    const index = items.findIndex((item) => item.key === key)
    photos.remove(key)
    setAnnouncement('')
    requestAnimationFrame(() => focusButton(index))
  }

  /** Of the photo at this place, or the one that adds photos after the last. */
  function focusButton(index: number) {
    const buttons = section.current?.querySelectorAll<HTMLElement>('[aria-pressed], [data-first]')
    buttons?.[index]?.focus({ preventScroll: true })
  }

  return (
    <section ref={section} aria-labelledby="photos-heading" data-field="photos">
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h2 id="photos-heading" className="text-sm font-semibold">
          Photos
        </h2>
        <span className="text-sm text-muted tabular-nums">
          {items.length}/{limits.photos.max}
        </span>
      </div>
      <div
        {...getRootProps({ role: 'group', 'aria-labelledby': 'photos-heading' })}
        // While nothing can be added, the photos inside can still be moved and removed.
        aria-disabled={false}
        className={`rounded-card transition-colors ${isDragActive ? 'bg-brand-soft outline-2 outline-offset-4 outline-dashed outline-brand' : ''}`}
      >
        <input
          {...getInputProps({
            accept: photoTypes.join(','),
            disabled: uploading || full,
            // To screen readers it would be a second button.
            style: { display: 'none' },
          })}
        />
        <ul
          ref={reorder.list}
          onKeyDown={onKeyDown}
          className={items.length > 0 ? 'relative grid grid-cols-3 gap-2 sm:grid-cols-5' : 'grid'}
        >
          {items.map((item, index) => (
            <PhotoTile
              key={item.key}
              item={item}
              index={index}
              total={items.length}
              selected={index === selected}
              dragged={item.key === reorder.draggedKey}
              onSelect={() => select(item.key)}
              onRemove={() => remove(item.key)}
              onRetry={() => {
                photos.retry(item)
                focusButton(index)
              }}
              onPointerDown={(event) => reorder.start(event, item.key)}
            />
          ))}
          {!full && (
            <li>
              <AddPhotosButton
                isEmpty={items.length === 0}
                isBusy={uploading}
                invalid={Boolean(error)}
                onOpen={open}
              />
            </li>
          )}
        </ul>
      </div>
      {PhotoActions && items[selected] && (
        <PhotoActions
          key={selectedKey}
          item={items[selected]}
          index={selected}
          total={items.length}
          onMove={move}
          onChange={(picture) => selectedKey && photos.change(selectedKey, picture)}
          onRemove={() => selectedKey && remove(selectedKey)}
        />
      )}
      {error && (
        <p role="alert" className="mt-1.5 flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert size={16} className="mt-0.5" />
          {error}
        </p>
      )}
      <PhotoProblems items={items} mode={mode} />
      {items.length > 0 && (
        <p className="mt-2 text-sm text-muted">
          The first photo is the cover. Drag a photo to move it, or tap it for more
          <span className="hidden pointer-fine:inline">; arrow keys move a chosen one</span>.
        </p>
      )}
      <p aria-live="polite" className="text-sm text-muted empty:hidden">
        {announcement}
      </p>
    </section>
  )
}

function refuse(rejections: FileRejection[], mode: FormMode) {
  const names = rejections.map(({ file }) => file.name).join(', ')
  showToast({
    tone: 'failure',
    title: formMessages[mode].uploadFailed,
    description: `${names}: not a picture that Oja can show. Please choose JPEG, PNG, WebP or AVIF.`,
  })
}
