import { LogOut, Package, Settings, ShieldCheck, User } from 'lucide-react'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { EmailText } from '#web/ui/email-text.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { endSession } from './end-session.ts'

const item =
  'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-left font-medium hover:bg-sunken focus-visible:bg-sunken focus-visible:outline-offset-[-3px]'

const links = ({ id, role }: CurrentUser) => [
  { href: paths.user(id), label: 'My Profile', Icon: User },
  { href: paths.myListings, label: 'My Listings', Icon: Package },
  { href: paths.settings, label: 'Settings', Icon: Settings },
  ...(role === 'ADMIN' ? [{ href: paths.admin, label: 'Admin Dashboard', Icon: ShieldCheck }] : []),
]

export function AvatarMenu({ user }: { user: CurrentUser }) {
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
      <button type="button" role="menuitem" tabIndex={-1} className={item} onClick={endSession}>
        <LogOut size={18} className="text-muted" />
        Logout
      </button>
    </Menu>
  )
}
