import { useQueryClient } from '@tanstack/react-query'
import { Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import { revokeLater } from '#web/lib/media.ts'
import { useOnline } from '#web/lib/online.ts'
import type { OutboxListing } from '#web/lib/outbox-listings.ts'
import { paths } from '#web/lib/paths.ts'
import { type ListingOutboxState, listingOutboxOf } from './listing-outbox.ts'

/** The user's listings that wait on this device to be published. `watched`: its page opens once it is live. */
export function WaitingListings({ userId, watched }: { userId: number; watched?: string | undefined }) {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const outbox = listingOutboxOf(userId, client)
  const state = useSyncExternalStore(outbox.subscribe, outbox.get, outbox.get)
  const online = useOnline()
  useEffect(
    () => (watched ? outbox.onLive(watched, ({ id }) => navigate(paths.listing(id))) : undefined),
    [outbox, watched, navigate],
  )
  const section = useRef<HTMLElement>(null)
  const isShown = state.listings.length > 0
  useEffect(() => {
    if (!watched || !isShown) return
    scrollTo(0, 0)
    section.current?.focus({ preventScroll: true })
  }, [watched, isShown])
  if (!isShown) return null

  async function edit(one: OutboxListing) {
    await outbox.pauseForEdit(one)
    navigate(`${paths.sell}?waiting=${one.id}`)
  }
  return (
    <section ref={section} tabIndex={-1} aria-labelledby="waiting-listings" className="mb-5 outline-none">
      <h2 id="waiting-listings" className="mb-3 text-lg font-bold">
        Waiting to be published
      </h2>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {state.listings.map((one) => (
          <li key={one.id} className="grid">
            <article className="card flex flex-col overflow-hidden">
              <div className="flex flex-1 flex-wrap gap-3.5 p-3">
                <Cover photo={one.photos[0]} />
                <div className="min-w-0 flex-1 basis-[8rem]">
                  <span className="badge badge-accent">{one.problem ? 'Not published' : 'Waiting'}</span>
                  <h3 className="mt-1.5 line-clamp-2 leading-snug font-semibold">{one.body.title}</h3>
                  <p role="status" className="text-sm text-muted">
                    {sentenceAbout(one, state, online)}
                  </p>
                </div>
              </div>
              <div className="grid grid-cols-3 divide-x divide-line border-t border-line text-sm font-semibold">
                <button type="button" className={action} onClick={() => void edit(one)}>
                  <Pencil size={16} /> Edit
                </button>
                <button
                  type="button"
                  className={action}
                  onClick={() => (one.problem ? void outbox.retry(one) : outbox.flush())}
                >
                  <RefreshCw size={16} /> Send now
                </button>
                <button
                  type="button"
                  className={`${action} text-danger`}
                  onClick={() => {
                    if (confirm('Are you sure you want to delete this listing?')) void outbox.remove(one)
                  }}
                >
                  <Trash2 size={16} /> Delete
                </button>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </section>
  )
}

function sentenceAbout(one: OutboxListing, state: ListingOutboxState, online: boolean): string {
  if (one.problem) return one.problem
  if (state.isSignedOut) return 'Log in to publish it.'
  if (!online) return 'It is kept on this device, and published when you have a connection.'
  return state.sending === one.id
    ? 'It is being published. You may leave this page.'
    : 'It is published as soon as the server answers. You may leave this page.'
}

function Cover({ photo }: { photo: string | File | undefined }) {
  const [src, setSrc] = useState<string>()
  useEffect(() => {
    if (!(photo instanceof File)) return setSrc(photo)
    const address = URL.createObjectURL(photo)
    setSrc(address)
    return () => revokeLater(address)
  }, [photo])
  return src ? (
    <img src={src} alt="" className="aspect-square w-28 rounded-control object-cover" />
  ) : (
    <div className="aspect-square w-28 rounded-control bg-sunken" />
  )
}

const action = 'flex min-h-11 items-center justify-center gap-2 transition-colors hover:bg-sunken'
