import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { useBackOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import type { ListingFormApi, StartValues } from '../form-values.ts'
import { photosOf } from '../photos/photo-list.ts'
import type { PhotoUploads } from '../photos/use-photo-uploads.ts'
import type { DraftSlot } from './draft-slot.ts'
import { type DraftNotice, syncDraft } from './draft-sync.ts'
import type { FormTools } from './form-tools.ts'

interface ServerDraftProps {
  tools: FormTools
  form: ListingFormApi
  slot: DraftSlot
  fill: (values: StartValues) => void
  photos: PhotoUploads
}

/**
 * Fills the form with what its address asks for, and saves it on the server as a draft, so that every device has it. What this
 * device keeps comes first: typing never waits for the server.
 */
export function ServerDraft(props: ServerDraftProps) {
  const client = useQueryClient()
  const now = useNow()
  const [note, setNote] = useState<DraftNotice | null>(null)
  const latest = useRef(props)
  latest.current = props
  const { form, slot, tools } = props
  const { DraftNote, noteAction } = tools
  const [sync] = useState(() =>
    syncDraft({
      tools,
      slot,
      getValues: form.getValues,
      fill: (values) => latest.current.fill(values),
      getPhotos: () => photosOf(latest.current.photos.items),
      setPhotos: (photos) => latest.current.photos.replace(photos),
      show: setNote,
      refresh: () => void refreshChanged(client, 'PATCH /api/drafts/:id'),
    }),
  )
  useEffect(() => {
    void sync.open()
    const unsubscribe = form.subscribe({ formState: { values: true }, callback: sync.changed })
    return () => {
      unsubscribe()
      sync.close()
    }
  }, [form, sync])
  useBackOnline(() => void sync.open())

  if (!note) return null
  const dismiss = () => setNote(null)
  const show = (text: ReactNode) => <DraftNote onDismiss={dismiss}>{text}</DraftNote>
  switch (note.about) {
    case 'offer':
      return show(
        <>
          {`You have a draft: “${note.draft.content.title || 'Untitled'}”, changed ${timeAgoInline(note.draft.updatedAt, now)} — `}
          <Link href={`${paths.sell}?${tools.draftQuery(note.draft.id)}`} className={noteAction}>
            continue it
          </Link>
        </>,
      )
    case 'conflict':
      return (
        <DraftNote>
          This draft was changed on another device.{' '}
          <button type="button" onClick={() => sync.takeServerCopy(note.draft)} className={noteAction}>
            Show that one
          </button>{' '}
          or{' '}
          <button type="button" onClick={() => sync.keepLocal(note.draft)} className={noteAction}>
            keep this one
          </button>
        </DraftNote>
      )
    case 'like':
      return show(
        `As in “${note.title}”, without its photos. Write what is different: a text that is there twice waits for a check.`,
      )
    case 'refused':
      return show(note.text)
  }
}
