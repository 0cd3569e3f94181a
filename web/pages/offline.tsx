import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import type { Listing } from '#shared/contract/listings.ts'
import { formatNaira } from '#shared/money.ts'
import { listen } from '#web/lib/events.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { useOnline } from '#web/lib/online.ts'
import { paths } from '#web/lib/paths.ts'
import { isStored, offlineFormKey } from '#web/lib/private-storage.ts'
import { serverTime } from '#web/lib/server-time.ts'
import { ButtonLink, EmptyState, OutlineLink } from '#web/ui/empty-state.tsx'
import { mast } from '#web/ui/more-drawings.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { copiedAtHeader, offlineCaches, readOfListingPage } from '../lib/offline-caches.ts'

/** Maximum number of listings offered for offline reading. */
const shown = 24

/** Shown without a connection in place of pages that are not cached. It has no user data. */
export function Page() {
  const online = useOnline(false)
  const [canSell, allowSelling] = useState(false)
  const [seen, setSeen] = useState<OfflineListing[]>([])
  useEffect(() => {
    allowSelling(isStored(offlineFormKey))
    readOfflineListings(shown).then(setSeen, () => undefined)
  }, [])
  useEffect(() => {
    // A reload would cancel a navigation to another page.
    let leaving = false
    const ends = [
      listen(window, 'beforeunload', () => {
        leaving = true
      }),
      listen(window, 'online', () => leaving || location.reload()),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
  const isHere = online && typeof location !== 'undefined' && location.pathname === paths.offline

  return (
    <div className="page py-6">
      <PageHead title={isHere ? 'You are online' : 'You are offline'} />
      <EmptyState
        level={1}
        drawing={mast}
        title={isHere ? 'You are online' : 'You are offline'}
        text={
          isHere
            ? 'This page shows what can be read without a connection.'
            : seen.length > 0
              ? 'We cannot reach Oja at the moment. What you opened lately can still be read, below.'
              : 'We cannot reach Oja at the moment. Listings that you open are kept on this device, and can be read here next time.'
        }
        action={
          isHere ? (
            <ButtonLink href={paths.home}>Go home</ButtonLink>
          ) : (
            <button type="button" className="button" onClick={() => location.reload()}>
              Try again
            </button>
          )
        }
      />
      {!isHere && canSell && (
        <p className="mb-6 text-center">
          <OutlineLink href={paths.sell}>Write a listing</OutlineLink>
        </p>
      )}
      {seen.length > 0 && <SeenListings seen={seen} />}
    </div>
  )
}

function SeenListings({ seen }: { seen: OfflineListing[] }) {
  const now = useNow()
  return (
    <section aria-labelledby="seen-title" className="mx-auto max-w-4xl pb-8">
      <h2 id="seen-title" className="text-xl font-bold">
        Seen lately
      </h2>
      <p className="mt-1 text-sm text-muted">Prices may have changed, and things may be sold by now.</p>
      <ul className="mt-4 grid gap-3 md:grid-cols-2">
        {seen.map(({ listing, keptAt }) => (
          <li key={listing.id}>
            <Link
              href={paths.listing(listing.id)}
              className="card flex items-center gap-4 p-3 transition hover:border-ink hover:shadow-flat"
            >
              <span className="size-20 shrink-0 overflow-hidden rounded-control bg-sunken">
                {listing.photos[0] && (
                  <img
                    src={listing.photos[0].url}
                    alt=""
                    width={80}
                    height={80}
                    className="size-full object-cover"
                  />
                )}
              </span>
              <span className="min-w-0">
                <span className="block font-extrabold tabular-nums">{formatNaira(listing.price)}</span>
                <span className="line-clamp-2">{listing.title}</span>
                <span className="mt-0.5 block text-sm text-muted">
                  {`Saved ${timeAgoInline(new Date(serverTime(keptAt)).toISOString(), now)}`}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface OfflineListing {
  listing: Listing
  /** Milliseconds since the epoch. */
  keptAt: number
}

/** The listings opened recently on this device that can be shown offline, newest first. Browser only. */
async function readOfflineListings(atMost: number): Promise<OfflineListing[]> {
  if (!('caches' in window) || !(await caches.has(offlineCaches.reads))) return []
  const cache = await caches.open(offlineCaches.reads)
  const requests = (await cache.keys()).filter(({ url }) => isListingRead(new URL(url).pathname))
  const responses = await Promise.all(requests.map((request) => cache.match(request, { ignoreVary: true })))
  const kept = responses
    .filter((response) => response !== undefined)
    .map((response) => ({ response, keptAt: Number(response.headers.get(copiedAtHeader)) }))
    .sort((a, b) => b.keptAt - a.keptAt)
    .slice(0, atMost)
  return Promise.all(kept.map(async ({ response, keptAt }) => ({ listing: await response.json(), keptAt })))
}

function isListingRead(pathname: string): boolean {
  return readOfListingPage(pathname.replace(/^\/api/, '')) === pathname
}
