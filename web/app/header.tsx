import { Plus } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { AvatarMenu } from './header-avatar-menu.tsx'
import { HeaderSearch } from './header-search.tsx'
import { SideMenu } from './header-side-menu.tsx'

/** The header of all screens: on phones the logo, Sell and a side menu; from 768 px the links themselves. */
export function Header() {
  const user = useSession()
  const [path] = useLocation()
  const hasOwnSearch = path === paths.home || path === paths.browse

  return (
    <header className="border-b border-line bg-surface md:sticky md:top-0 md:z-30">
      <div className="page flex h-14 items-center gap-2 md:h-16 md:gap-4">
        <Link
          href={paths.home}
          aria-label={`${PRODUCT_NAME}, home`}
          className="-ml-1.5 shrink-0 rounded-control p-1.5"
        >
          <Wordmark className="h-8 md:h-9" />
        </Link>
        <div className="mx-auto hidden w-full max-w-xl md:block">{!hasOwnSearch && <HeaderSearch />}</div>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <BrowseLink current={path === paths.browse} />
          {user && <MemberLinks user={user} />}
          {user === null && <VisitorLinks />}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:hidden">
          {user && (
            <Link href={paths.sell} className="button button-icon rounded-full" aria-label="Sell">
              <Plus size={22} aria-hidden />
            </Link>
          )}
          <SideMenu user={user} />
        </div>
      </div>
    </header>
  )
}

function BrowseLink({ current }: { current: boolean }) {
  return (
    <Link
      href={paths.browse}
      aria-current={current ? 'page' : undefined}
      className="button button-quiet aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink"
    >
      Browse
    </Link>
  )
}

/** Icons of later features (favourites, messages) come between Browse and Sell. */
function MemberLinks({ user }: { user: CurrentUser }) {
  return (
    <>
      <Link href={paths.sell} className="button mx-1">
        <Plus size={18} aria-hidden />
        Sell
      </Link>
      <AvatarMenu user={user} />
    </>
  )
}

function VisitorLinks() {
  return (
    <>
      <Link href={paths.login} className="button button-quiet">
        Login
      </Link>
      <Link href={paths.register} className="button ml-1">
        Register
      </Link>
    </>
  )
}
