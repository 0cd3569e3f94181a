import { Bell, Heart, MessageCircle, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { UnreadBadge, unreadText } from '#web/features/chat/unread.tsx'
import { paths } from '#web/lib/paths.ts'
import { AvatarMenu } from './header-avatar-menu.tsx'

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
