import { Search } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { limits, PRODUCT_NAME } from '#shared/limits.ts'
import { useSearchPanel } from '#web/features/catalogue/use-search-panel.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { memberLinksModule, useLazyModule } from './lazy-module.ts'
import { SideMenuButton } from './side-menu-button.tsx'

/** The header of all screens: on phones the logo, the bell, Sell and a side menu; from 768 px the links themselves. */
export function Header({ path, unread, news }: { path: string; unread: number; news: number }) {
  const user = useSession()
  const links = useLazyModule(memberLinksModule, Boolean(user))
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
          <SideMenuButton user={user} unread={unread} news={news} />
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

/** A search field that leads to Browse. It is a real GET form and works before the scripts load. */
function HeaderSearch() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const { input, field, panel } = useSearchPanel(text, setText)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    if (!wanted) return
    input.current?.blur()
    navigate(paths.search(wanted))
  }

  return (
    <search>
      <form action={paths.browse} method="get" onSubmit={submit} className="relative">
        <Search
          size={18}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          {...field}
          onInput={(event) => setText(event.currentTarget.value)}
          type="search"
          name="search"
          aria-label="Search listings"
          placeholder="Search listings"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.search.max}
          className="input min-h-11 rounded-full border-line bg-sunken py-2 pr-4 pl-11"
        />
        {panel}
      </form>
    </search>
  )
}
