import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { limits } from '#shared/limits.ts'
import { formatCount } from '#shared/money.ts'
import { messageOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { useLoadedPages } from '#web/lib/use-loaded-pages.ts'
import { NextPage } from '#web/ui/next-page.tsx'
import { FavoriteCard, UnavailableCard } from './favorite-card.tsx'
import { defaultFavoriteMessages, type FavoriteMessages, failure } from './favorite-messages.ts'
import type { Saved } from './favorites-view.ts'
import { setFavorite } from './set-favorite.ts'

/** On the favourites page, which only removes. */
const favoritesPageMessages: FavoriteMessages = {
  ...defaultFavoriteMessages,
  removed: { title: 'Removed from favorites' },
  notRemoved: () => failure('Failed to remove', messageOf(undefined, 'Could not remove from favorites')),
}

const grid = 'grid gap-4 md:grid-cols-2 xl:grid-cols-3'

/** Saved listings as cards, more of them at a press, without scripts by the address; focus moves to the next one when one is removed. */
export function FavoriteList({ listings }: { listings: Saved[] }) {
  const client = useQueryClient()
  const list = useRef<HTMLUListElement>(null)
  const [loaded, setPages] = useLoadedPages()
  const pages = Math.max(loaded, Number(new URLSearchParams(useSearch()).get('pages')) || 1)
  const shown = listings.slice(0, pages * limits.favorites.atOnce)
  const left = listings.length - shown.length
  /** The first card of the page that was asked for: it gets focus. */
  const focusNext = useRef<number | null>(null)

  useEffect(() => {
    if (focusNext.current === null) return
    list.current?.children[focusNext.current]?.querySelector('a')?.focus({ preventScroll: true })
    focusNext.current = null
  })

  function remove(id: number, index: number) {
    const neighbour = list.current?.children[index + 1] ?? list.current?.children[index - 1]
    neighbour?.querySelector<HTMLElement>('button')?.focus({ preventScroll: true })
    const leave = () => location.assign(paths.loginThen(paths.favorites))
    void setFavorite(client, id, false, favoritesPageMessages, leave)
  }

  return (
    <>
      <ul ref={list} className={grid}>
        {shown.map((listing, index) => (
          <li key={listing.id} className="grid min-w-0">
            {'price' in listing ? (
              <FavoriteCard
                listing={listing}
                priority={index < 4}
                onRemove={() => remove(listing.id, index)}
              />
            ) : (
              <UnavailableCard listing={listing} onRemove={() => remove(listing.id, index)} />
            )}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <div className="mt-6 text-center">
          <NextPage
            href={`${paths.favorites}?pages=${pages + 1}`}
            label={`Show more (${formatCount(left)})`}
            onlyByPress
            onMore={() => {
              focusNext.current = shown.length
              setPages(pages + 1)
            }}
          />
        </div>
      )}
    </>
  )
}

export function FavoriteListSkeleton() {
  return (
    <div className={grid} role="status" aria-label="Loading your favorites">
      {[1, 2, 3, 4, 5, 6].map((place) => (
        <div key={place} className="card overflow-hidden">
          <div className="flex gap-3.5 p-3">
            <div className="skeleton size-30 rounded-control sm:size-32" />
            <div className="flex-1">
              <div className="skeleton mt-1 h-5 w-24" />
              <div className="skeleton mt-2 h-4 w-full" />
              <div className="skeleton mt-2 h-4 w-2/3" />
              <div className="skeleton mt-4 h-3 w-28" />
            </div>
          </div>
          <div className="flex h-13 items-center gap-2.5 border-t border-line px-3">
            <div className="skeleton size-8 rounded-full" />
            <div className="skeleton h-4 w-28" />
          </div>
        </div>
      ))}
    </div>
  )
}
