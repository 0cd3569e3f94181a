import { LogIn, LogOut, Menu, Package, Search, User, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Drawer } from '#web/ui/dialog.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { endSession } from './end-session.ts'

const item =
  'flex min-h-13 w-full items-center gap-4 rounded-control px-3 text-left text-lg font-semibold hover:bg-sunken aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink'

const memberLinks = (user: CurrentUser) => [
  { href: paths.browse, label: 'Browse', Icon: Search },
  { href: paths.myListings, label: 'My Listings', Icon: Package },
  { href: paths.user(user.id), label: 'My Profile', Icon: User },
]

const visitorLinks = [
  { href: paths.login, label: 'Login', Icon: LogIn },
  { href: paths.register, label: 'Register', Icon: UserPlus },
  { href: paths.browse, label: 'Browse', Icon: Search },
]

/** The menu of phones, from the right. Open at one address only: whatever changes the address closes it. */
export function SideMenu({ user }: { user: CurrentUser | null | undefined }) {
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
        className="button button-quiet button-icon noscript:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        aria-expanded={openAt === here}
        onClick={() => setOpenAt(here)}
      >
        <Menu size={24} aria-hidden />
      </button>
      <Drawer
        open={openAt === here}
        onClose={close}
        leading={user && <Avatar url={user.avatarUrl} name={user.fullName} size={48} />}
        title={user ? user.fullName : `Welcome to ${PRODUCT_NAME}`}
        description={user ? user.email : 'Buy and sell with people near you.'}
      >
        <nav aria-label="Menu" className="-mx-2 flex flex-col gap-0.5">
          {(user ? memberLinks(user) : visitorLinks).map(({ href, label, Icon }) => (
            <Link
              key={href}
              href={href}
              className={item}
              aria-current={href === path ? 'page' : undefined}
              onClick={close}
            >
              <Icon size={22} aria-hidden className="text-muted" />
              {label}
            </Link>
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
      </Drawer>
    </>
  )
}
