import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { ShownCard } from '#shared/contract/catalogue.ts'
import { limits } from '#shared/limits.ts'
import { CategoryGrid, CategoryGridSkeleton } from '#web/features/catalogue/category-grid.tsx'
import { Hero } from '#web/features/catalogue/hero.tsx'
import { ListingCardSkeletons, ListingCards, ListingGrid } from '#web/features/catalogue/listing-grid.tsx'
import { PlaceButton } from '#web/features/catalogue/place-button.tsx'
import { categoriesQuery, featuredQuery, latestQuery } from '#web/features/catalogue/queries.ts'
import { SearchBox } from '#web/features/catalogue/search-box.tsx'
import { FavoriteButton } from '#web/features/favorites/favorite-button.tsx'
import { browsePath, readBrowse } from '#web/lib/browse-url.ts'
import { paths } from '#web/lib/paths.ts'
import { rememberedPlace } from '#web/lib/remembered-place.ts'
import { useSession } from '#web/lib/session.ts'
import { basket, plug } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LazyComponent } from '#web/ui/lazy-component.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { AdirePattern } from '#web/ui/pattern.tsx'
import { restoreFocus } from '#web/ui/restore-focus.ts'

const loadRecentlyViewed = async () =>
  (await import('#web/features/catalogue/recently-viewed.tsx')).RecentlyViewed

// The place changes only where this page is left. The server does not know it.
const never = () => () => undefined
const nowhere = () => ''

export function Page() {
  const [, navigate] = useLocation()
  const categories = useQuery(categoriesQuery)
  const { data: featured = [] } = useQuery(featuredQuery)
  const { data: latest = [] } = useQuery(latestQuery)
  const remembered = useSyncExternalStore(never, rememberedPlace, nowhere)
  const place = readBrowse(new URLSearchParams(remembered))
  return (
    <>
      <PageHead
        title="Buy and sell anything in Nigeria"
        description="Buy & Sell with ease. Connect with trusted sellers across Nigeria."
        canonical={paths.home}
      />
      <Hero
        categories={categories.data ?? (categories.error ? [] : undefined)}
        listings={[...featured, ...latest]}
        search={
          <>
            <SearchBox large onSearch={(text) => navigate(paths.search(text))} />
            <div className="mt-3">
              <PlaceButton hero state={place} onChange={(state) => navigate(browsePath(state))} />
            </div>
          </>
        }
        actions={<HeroActions />}
      />
      <div className="page space-y-10 pt-8 pb-16 md:space-y-14 md:pt-12">
        <div>
          <Categories />
          <a href={paths.places} className="link mt-4 inline-flex min-h-11 items-center">
            Browse by state
          </a>
        </div>
        <Listings />
        <div ref={restoreFocus}>
          <LazyComponent load={loadRecentlyViewed} props={{ action: heart }} className="" />
          <SafetyStrip />
        </div>
      </div>
    </>
  )
}

function HeroActions() {
  const session = useSession()
  return (
    <>
      <a
        href={session ? paths.sell : paths.loginThen(paths.sell)}
        className="button flex-1 bg-accent px-2 whitespace-nowrap text-hero hover:not-disabled:bg-accent-soft hover:not-disabled:text-accent-ink sm:flex-none sm:px-5"
      >
        {session ? 'Sell Now' : 'Start Selling'}
      </a>
      <a
        href={paths.browse}
        className="button flex-1 border-hero-ink/40 px-2 whitespace-nowrap bg-transparent text-hero-ink hover:not-disabled:bg-hero-ink/12 sm:flex-none sm:px-5"
      >
        Browse Listings
      </a>
    </>
  )
}

function Categories() {
  const { data, error } = useQuery(categoriesQuery)
  return (
    <Section title="Browse Categories">
      {data ? (
        data.length > 0 ? (
          <CategoryGrid categories={data} />
        ) : (
          <EmptyState drawing={basket} title="No categories available" level={3} />
        )
      ) : error ? (
        <div role="alert">
          <EmptyState
            drawing={plug}
            title="Failed to load categories"
            text="Please try again later"
            level={3}
            action={
              <button type="button" className="button button-outline" onClick={() => location.reload()}>
                Refresh Page
              </button>
            }
          />
        </div>
      ) : (
        <CategoryGridSkeleton />
      )}
    </Section>
  )
}

/** Featured and latest listings appear together, so neither shifts the other. */
function Listings() {
  const featured = useQuery(featuredQuery)
  const latest = useQuery(latestQuery)
  if (latest.isPending || featured.isPending) {
    return (
      <Section title="Latest Listings" all={paths.browse}>
        <span role="status" className="sr-only">
          Loading listings
        </span>
        <ListingGrid busy>
          <ListingCardSkeletons />
        </ListingGrid>
      </Section>
    )
  }
  const shown = featured.data?.slice(0, limits.featuredOnHome) ?? []
  return (
    <>
      {shown.length > 0 && (
        <Section title="Featured Listings" all={paths.featured}>
          <ListingGrid>
            <ListingCards listings={shown} action={heart} />
          </ListingGrid>
        </Section>
      )}
      <Section title="Latest Listings" all={paths.browse}>
        {!latest.data ? (
          <div role="alert">
            <EmptyState
              drawing={plug}
              title="Failed to load listings"
              level={3}
              action={
                <button type="button" className="button button-outline" onClick={() => latest.refetch()}>
                  Try again
                </button>
              }
            />
          </div>
        ) : latest.data.length > 0 ? (
          <ListingGrid>
            <ListingCards listings={latest.data} action={heart} />
          </ListingGrid>
        ) : (
          <EmptyState
            drawing={basket}
            title="No listings yet"
            text="Be the first to post a listing!"
            level={3}
            action={<ButtonLink href={paths.sell}>Create Listing</ButtonLink>}
          />
        )}
      </Section>
    </>
  )
}

const heart = (listing: ShownCard) => <FavoriteButton listing={listing} />

interface SectionProps {
  title: string
  all?: string
  children: ReactNode
}

function Section({ title: heading, all, children }: SectionProps) {
  return (
    <section className="relative">
      <h2 className="mb-4 text-xl font-extrabold md:mb-5 md:text-2xl">{heading}</h2>
      {children}
      {/* On phones it is full-width below the cards, near the thumb. */}
      {all && (
        <a
          href={all}
          aria-label={`View All ${heading}`}
          className="mt-6 flex min-h-11 items-center justify-center rounded-control border border-line-strong text-sm font-bold text-brand-ink underline-offset-4 hover:underline md:absolute md:-top-1.5 md:right-0 md:mt-0 md:border-0"
        >
          View All
        </a>
      )}
    </section>
  )
}

function SafetyStrip() {
  return (
    <aside className="relative overflow-hidden rounded-sheet bg-brand-soft px-5 py-6 text-brand-ink md:px-10 md:py-8">
      <AdirePattern className="absolute inset-y-0 right-0 h-full w-2/5 text-brand opacity-12 max-md:hidden" />
      <div className="relative flex items-start gap-4 md:max-w-lg">
        <ShieldCheck size={30} strokeWidth={1.75} className="mt-0.5" />
        <div>
          <h2 className="text-lg font-extrabold text-ink md:text-xl">See it first. Pay after.</h2>
          <p className="mt-1 text-ink">
            Meet in a busy, public place, try the item out, and pay only once it is in your hands.
          </p>
          <a
            href={paths.safety}
            className="mt-1 inline-flex min-h-11 items-center font-bold underline underline-offset-4"
          >
            How to trade safely
          </a>
        </div>
      </div>
    </aside>
  )
}
