import {
  Heart,
  LogIn,
  LogOut,
  Menu,
  MessageCircle,
  Package,
  Search,
  Settings,
  ShieldCheck,
  User,
  UserPlus,
} from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { UnreadBadge, unreadText } from '#web/features/chat/unread-badge.tsx'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DataSaverSwitch } from '#web/ui/data-saver-switch.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { endSession } from './end-session.ts'

const item =
  'flex min-h-13 w-full items-center gap-4 rounded-control px-3 text-left text-lg font-semibold hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink'

const memberLinks = (user: CurrentUser) => [
  { href: paths.browse, label: 'Browse', Icon: Search },
  { href: paths.favorites, label: 'Favorites', Icon: Heart },
  { href: paths.chat, label: 'Messages', Icon: MessageCircle },
  { href: paths.user(user.id), label: 'My Profile', Icon: User },
  { href: paths.myListings, label: 'My Listings', Icon: Package },
  { href: paths.settings, label: 'Settings', Icon: Settings },
  ...(user.role === 'ADMIN' ? [{ href: paths.admin, label: 'Admin Dashboard', Icon: ShieldCheck }] : []),
]

const visitorLinks = [
  { href: paths.login, label: 'Login', Icon: LogIn },
  { href: paths.register, label: 'Register', Icon: UserPlus },
  { href: paths.browse, label: 'Browse', Icon: Search },
]

/** The menu of phones, from the right. Open at one address only: whatever changes the address closes it. */
export function SideMenu({ user, unread }: { user: CurrentUser | null | undefined; unread: number }) {
  const [path] = useLocation()
  const here = `${path}?${useSearch()}`
  const [openAt, setOpenAt] = useState<string | null>(null)
  const close = () => setOpenAt(null)

  return (
    <>
      {/* Without scripts the way is to the links at the foot. */}
      <a
        href="#footer"
        className="button button-quiet button-icon hidden noscript:inline-flex"
        aria-label="Links"
      >
        <Menu size={24} aria-hidden />
      </a>
      <button
        type="button"
        className="button button-quiet button-icon relative noscript:hidden"
        aria-label={unread > 0 ? `Menu, ${unreadText(unread)} unread messages` : 'Menu'}
        aria-haspopup="dialog"
        aria-expanded={openAt === here}
        onClick={() => setOpenAt(here)}
      >
        <Menu size={24} aria-hidden />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-1.5 right-1.5 size-3 rounded-full bg-accent ring-2 ring-surface"
          />
        )}
      </button>
      <Drawer
        open={openAt === here}
        onClose={close}
        leading={user && <Avatar url={user.avatarUrl} name={user.fullName} size={48} />}
        title={user ? user.fullName : `Welcome to ${PRODUCT_NAME}`}
        description={user ? <EmailText text={user.email} /> : 'Buy and sell with people near you.'}
      >
        <Content user={user} unread={unread} path={path} close={close} />
      </Drawer>
    </>
  )
}

interface ContentProps {
  user: CurrentUser | null | undefined
  unread: number
  path: string
  close: () => void
}

/** What is in the menu: made when it is opened. */
function Content({ user, unread, path, close }: ContentProps) {
  return (
    <>
      <nav aria-label="Menu" className="-mx-2 flex flex-col gap-0.5">
        {(user ? memberLinks(user) : visitorLinks).map(({ href, label, Icon }) => (
          <a
            key={href}
            href={href}
            className={item}
            aria-current={href === path ? 'page' : undefined}
            onClick={close}
          >
            <Icon size={22} aria-hidden className="text-muted" />
            {label}
            {href === paths.chat && unread > 0 && (
              <>
                <UnreadBadge count={unread} className="ml-auto" />
                <span className="sr-only">{`, ${unreadText(unread)} unread`}</span>
              </>
            )}
          </a>
        ))}
        {user && (
          <button type="button" className={item} onClick={endSession}>
            <LogOut size={22} aria-hidden className="text-muted" />
            Logout
          </button>
        )}
      </nav>
      <div className="mt-4 flex items-center justify-between border-t border-line pt-4">
        <span className="text-sm text-muted">Theme</span>
        <ThemeSwitch />
      </div>
      <div className="mt-3 flex justify-end">
        <DataSaverSwitch />
      </div>
    </>
  )
}
