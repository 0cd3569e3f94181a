import { Bell, Heart, LogOut, MessageCircle, Package, Plus, Settings, ShieldCheck, User } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { UnreadBadge, unreadText } from '#web/ui/unread-badge.tsx'
import { logOutWithToast } from './log-out.ts'

interface MemberLinksProps {
  user: CurrentUser
  path: string
  unread: number
  news: number
}

/** What somebody signed in sees in the header from 768 px on. */
export function MemberLinks({ user, path, unread, news }: MemberLinksProps) {
  return (
    <>
      <IconLink href={paths.favorites} current={path === paths.favorites} label="Favorites">
        <Heart size={22} />
      </IconLink>
      <IconLink
        href={paths.chat}
        current={path === paths.chat}
        label={unread > 0 ? `Messages, ${unreadText(unread)} unread` : 'Messages'}
      >
        <MessageCircle size={22} />
        <UnreadBadge count={unread} className="absolute top-0 left-6 ring-2 ring-surface" />
      </IconLink>
      <BellLink path={path} news={news} />
      <a href={paths.sell} className="button mr-1 ml-3">
        <Plus size={18} />
        Sell
      </a>
      <AvatarMenu user={user} />
    </>
  )
}

/** On phones: the rest is in the side menu. */
export function PhoneLinks({ path, news }: { path: string; news: number }) {
  return (
    <>
      <BellLink path={path} news={news} />
      <a href={paths.sell} className="button button-icon rounded-full" aria-label="Sell">
        <Plus size={22} />
      </a>
    </>
  )
}

function BellLink({ path, news }: { path: string; news: number }) {
  return (
    <IconLink
      href={paths.notifications}
      current={path === paths.notifications}
      label={news > 0 ? `Notifications, ${unreadText(news)} unread` : 'Notifications'}
    >
      <Bell size={22} />
      <UnreadBadge count={news} className="absolute top-0 left-6 ring-2 ring-surface" />
    </IconLink>
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

const item =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-offset-[-3px]'

const links = ({ id, role }: CurrentUser) => [
  { href: paths.user(id), label: 'My Profile', Icon: User },
  { href: paths.myListings, label: 'My Listings', Icon: Package },
  { href: paths.settings, label: 'Settings', Icon: Settings },
  ...(role === 'ADMIN' ? [{ href: paths.admin, label: 'Admin Dashboard', Icon: ShieldCheck }] : []),
]

function AvatarMenu({ user }: { user: CurrentUser }) {
  return (
    <Menu
      label="Account menu"
      trigger={<Avatar url={user.avatarUrl} name={user.fullName} size={40} />}
      triggerClassName="noscript:hidden grid size-11 place-items-center rounded-full hover:bg-sunken"
      heading={
        <div className="mb-1 border-b border-line px-3 pt-2 pb-3">
          <p className="truncate font-bold">{user.fullName}</p>
          <p className="text-sm text-muted">
            <EmailText text={user.email} />
          </p>
        </div>
      }
      footer={
        <div className="mt-1 flex items-center justify-between border-t border-line px-3 pt-2">
          <span className="text-sm text-muted">Theme</span>
          <ThemeSwitch />
        </div>
      }
    >
      {links(user).map(({ href, label, Icon }) => (
        <a key={href} href={href} role="menuitem" tabIndex={-1} className={item}>
          <Icon size={18} className="text-muted" />
          {label}
        </a>
      ))}
      <button type="button" role="menuitem" tabIndex={-1} className={item} onClick={logOutWithToast}>
        <LogOut size={18} className="text-muted" />
        Logout
      </button>
    </Menu>
  )
}
