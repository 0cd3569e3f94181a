import type { ReactNode } from 'react'
import type { Category, ShownCard as Listing } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { formatNaira } from '#shared/money.ts'
import { shortState } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { AdirePattern } from '#web/ui/pattern.tsx'
import { Photo } from '#web/ui/photo.tsx'

interface HeroProps {
  categories: Category[] | undefined
  /** Listings whose pictures are shown on wide screens. */
  listings: Listing[]
  search: ReactNode
  actions: ReactNode
}

/** The top of the home page: what Oja is, the search, and the first categories. */
export function Hero({ categories, listings, search, actions }: HeroProps) {
  return (
    <section className="hero relative bg-hero text-hero-ink">
      <div className="absolute inset-0 overflow-hidden">
        <AdirePattern className="absolute inset-0 size-full text-hero-ink opacity-7" />
        <div className="hero-calm absolute inset-0" />
      </div>
      <div className="page relative grid items-center gap-10 pt-8 pb-9 md:pt-14 md:pb-14 lg:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="min-w-0">
          <h1 className="text-[2rem] leading-tight font-extrabold tracking-tight sm:text-5xl lg:text-[3.5rem]">
            Find Anything in Nigeria
          </h1>
          <p className="mt-3 max-w-xl text-base text-hero-muted md:mt-4 md:text-lg">
            Buy & Sell with ease. Connect with trusted sellers across Nigeria.
          </p>
          <div className="mt-5 max-w-xl md:mt-7">{search}</div>
          <div className="mt-4 flex flex-wrap gap-3">{actions}</div>
          <HeroChips categories={categories} />
        </div>
        <Collage listings={listings} />
      </div>
    </section>
  )
}

const chipRow = '-mx-4 mt-5 flex scrollbar-none gap-2 overflow-x-auto px-4 md:mx-0 md:flex-wrap md:px-0'

function HeroChips({ categories }: { categories: Category[] | undefined }) {
  if (!categories) {
    return (
      <div aria-hidden="true" className={chipRow}>
        {['w-40', 'w-30', 'w-28'].map((width) => (
          <div key={width} className={`h-11 shrink-0 rounded-full bg-hero-ink/8 ${width}`} />
        ))}
      </div>
    )
  }
  if (categories.length === 0) return null
  return (
    <ul aria-label="Popular categories" className={chipRow}>
      {categories.slice(0, limits.categoryChips).map((category) => (
        <li key={category.id}>
          <a href={paths.category(category.id)} className="hero-chip">
            {category.name}
          </a>
        </li>
      ))}
    </ul>
  )
}

const places = [
  'top-2 left-0 w-54 -rotate-5',
  'top-20 right-0 w-47 rotate-4',
  'bottom-0 left-12 w-47 rotate-2',
] as const

/** Pictures of three listings. Hidden from screen readers and the keyboard, since the lists below contain them. */
function Collage({ listings }: { listings: Listing[] }) {
  const shown = listings.filter((listing) => listing.photos.length > 0).slice(0, places.length)
  if (shown.length < places.length) return null
  return (
    <div aria-hidden="true" className="relative hidden h-104 lg:block">
      {shown.map((listing, index) => (
        <a
          key={listing.id}
          href={paths.listing(listing.id)}
          tabIndex={-1}
          className={`snapshot ${places[index]}`}
        >
          <span className="block aspect-4/3 overflow-hidden rounded-[0.6rem] bg-sunken">
            {listing.photos[0] && (
              <Photo photo={listing.photos[0]} alt="" sizes="220px" className="size-full object-cover" />
            )}
          </span>
          <span className="flex items-baseline justify-between gap-2 px-1 py-2">
            <span className="shrink-0 text-sm font-extrabold tabular-nums">{formatNaira(listing.price)}</span>
            <span className="truncate text-xs text-muted">{shortState(listing.state)}</span>
          </span>
        </a>
      ))}
    </div>
  )
}
