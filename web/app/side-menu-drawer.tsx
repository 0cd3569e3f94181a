import {
  Bell,
  Heart,
  LogIn,
  LogOut,
  MessageCircle,
  Package,
  Search,
  Settings,
  ShieldCheck,
  User,
  UserPlus,
} from 'lucide-react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { DataSaverSwitch } from '#web/ui/data-saver-switch.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { UnreadBadge, unreadText } from '#web/ui/unread-badge.tsx'
import { logOutWithToast } from './log-out.ts'

const item =
  'flex min-h-13 w-full flex-wrap items-center gap-x-4 rounded-control px-3 text-left text-lg font-semibold hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink'

/** Large letters need the whole width. */
const icon = 'text-muted @max-[14rem]:hidden'

const memberLinks = (user: CurrentUser) => [
  { href: paths.browse, label: 'Browse', Icon: Search },
  { href: paths.favorites, label: 'Favorites', Icon: Heart },
  { href: paths.chat, label: 'Messages', Icon: MessageCircle },
  { href: paths.notifications, label: 'Notifications', Icon: Bell },
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

interface SideMenuDrawerProps {
  user: CurrentUser | null | undefined
  unread: number
  news: number
  path: string
  open: boolean
  close: () => void
}

/** The side menu of phones, opening from the right. Its code loads when somebody touches the page. */
export function SideMenuDrawer({ open, ...content }: SideMenuDrawerProps) {
  const { user, close } = content
  return (
    <Drawer
      open={open}
      onClose={close}
      leading={user && <Avatar url={user.avatarUrl} name={user.fullName} size={48} />}
      title={user ? user.fullName : `Welcome to ${PRODUCT_NAME}`}
      description={user ? <EmailText text={user.email} /> : 'Buy and sell with people near you.'}
    >
      <Content {...content} />
    </Drawer>
  )
}

function Content({ user, unread, news, path, close }: Omit<SideMenuDrawerProps, 'open'>) {
  const counts: Record<string, number> = { [paths.chat]: unread, [paths.notifications]: news }
  return (
    <>
      <nav aria-label="Menu" className="@container -mx-3 flex flex-col gap-0.5">
        {(user ? memberLinks(user) : visitorLinks).map(({ href, label, Icon }) => (
          <a
            key={href}
            href={href}
            className={item}
            aria-current={href === path ? 'page' : undefined}
            onClick={close}
          >
            <Icon size={22} className={icon} />
            {label}
            <Unread count={counts[href] ?? 0} />
          </a>
        ))}
        {user && (
          <button type="button" className={item} onClick={logOutWithToast}>
            <LogOut size={22} className={icon} />
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

function Unread({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <>
      <UnreadBadge count={count} className="ml-auto" />
      <span className="sr-only">{`, ${unreadText(count)} unread`}</span>
    </>
  )
}
