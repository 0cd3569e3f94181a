import { Heart, MessageCircle, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { UnreadBadge, unreadText } from '#web/features/chat/unread-badge.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { AvatarMenu } from './header-avatar-menu.tsx'
import { HeaderSearch } from './header-search.tsx'
import { SideMenu } from './header-side-menu.tsx'

/** The header of all screens: on phones the logo, Sell and a side menu; from 768 px the links themselves. */
export function Header({ path, unread }: { path: string; unread: number }) {
  const user = useSession()
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
          {user && <MemberLinks user={user} path={path} unread={unread} />}
          {user === null && <VisitorLinks />}
        </nav>
        <div className="ml-auto flex items-center gap-1 md:hidden">
          {user && (
            <a href={paths.sell} className="button button-icon rounded-full" aria-label="Sell">
              <Plus size={22} aria-hidden />
            </a>
          )}
          <SideMenu user={user} unread={unread} />
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

interface MemberLinksProps {
  user: CurrentUser
  path: string
  unread: number
}

function MemberLinks({ user, path, unread }: MemberLinksProps) {
  return (
    <>
      <IconLink href={paths.favorites} current={path === paths.favorites} label="Favorites">
        <Heart size={22} aria-hidden />
      </IconLink>
      <IconLink
        href={paths.chat}
        current={path === paths.chat}
        label={unread > 0 ? `Messages, ${unreadText(unread)} unread` : 'Messages'}
      >
        <MessageCircle size={22} aria-hidden />
        <UnreadBadge count={unread} className="absolute top-0 left-6 ring-2 ring-surface" />
      </IconLink>
      <a href={paths.sell} className="button mr-1 ml-3">
        <Plus size={18} aria-hidden />
        Sell
      </a>
      <AvatarMenu user={user} />
    </>
  )
}

interface IconLinkProps {
  href: string
  current: boolean
  label: string
  children: ReactNode
}

function IconLink({ href, current, label, children }: IconLinkProps) {
  return (
    <a
      href={href}
      aria-label={label}
      title={label}
      aria-current={current ? 'page' : undefined}
      className="button button-quiet button-icon relative aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink"
    >
      {children}
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
