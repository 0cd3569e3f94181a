import { PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { HeaderSearch } from './header-search.tsx'
import { SideMenu } from './header-side-menu.tsx'
import { memberLinks, useLazyModule } from './lazy-module.ts'

/** The header of all screens: on phones the logo, the bell, Sell and a side menu; from 768 px the links themselves. */
export function Header({ path, unread, news }: { path: string; unread: number; news: number }) {
  const user = useSession()
  const links = useLazyModule(memberLinks, Boolean(user))
  const hasOwnSearch = path === paths.home || path === paths.browse

  return (
    <header className="border-b border-line bg-surface md:sticky md:top-0 md:z-30">
      <div className="page flex h-14 items-center gap-2 md:h-16 md:gap-4">
        <a
          href={paths.home}
          aria-label={`${PRODUCT_NAME}, home`}
          className="-ml-1.5 shrink-0 rounded-control p-1.5"
        >
          <Wordmark className="h-8 md:h-9" />
        </a>
        <div className="mx-auto hidden w-full max-w-xl md:block">{!hasOwnSearch && <HeaderSearch />}</div>
        <nav aria-label="Main" className="hidden items-center gap-1 md:flex">
          <BrowseLink current={path === paths.browse} />
          {user && links && <links.MemberLinks user={user} path={path} unread={unread} news={news} />}
          {user === null && <VisitorLinks />}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:hidden">
          {user && links && <links.PhoneLinks path={path} news={news} />}
          <SideMenu user={user} unread={unread} news={news} />
        </div>
      </div>
    </header>
  )
}

function BrowseLink({ current }: { current: boolean }) {
  return (
    <a
      href={paths.browse}
      aria-current={current ? 'page' : undefined}
      className="button button-quiet aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink"
    >
      Browse
    </a>
  )
}

function VisitorLinks() {
  return (
    <>
      <a href={paths.login} className="button button-quiet">
        Login
      </a>
      <a href={paths.register} className="button ml-1">
        Register
      </a>
    </>
  )
}
