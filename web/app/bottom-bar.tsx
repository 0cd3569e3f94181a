import { House, MessageCircle, Plus, Search, User } from 'lucide-react'
import type { ReactNode } from 'react'
import { threadIdOf } from '#web/features/chat/thread-address.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { UnreadBadge, unreadText } from '#web/ui/unread-badge.tsx'

const plus = (
  <span className="-mt-6 grid size-11 place-items-center rounded-full bg-brand text-on-brand shadow-raised">
    <Plus />
  </span>
)

/** Phones: what people go to most, under the thumb; its raised middle is the Sell button. Plain links, also without scripts. */
export function BottomBar({ path, unread }: { path: string; unread: number }) {
  const user = useSession()
  const search = new URLSearchParams(useSearch())
  // An open conversation needs the height.
  if (path === paths.chat && threadIdOf(search) !== null) return null
  const forMember = (to: string) => (user ? to : paths.loginThen(to))
  const item = (href: string, label: string, icon: ReactNode, count = 0) => (
    <a
      href={href}
      aria-current={href === path ? 'page' : undefined}
      className="relative flex min-h-14 min-w-0 flex-1 flex-col items-center justify-center gap-1 text-xs font-semibold text-muted aria-[current=page]:text-brand-ink"
    >
      {icon}
      <UnreadBadge count={count} className="absolute top-1.5 left-1/2 ring-2 ring-surface" />
      <span className="bottom-label">{label}</span>
      {count > 0 && <span className="sr-only">{`${unreadText(count)} unread`}</span>}
    </a>
  )
  return (
    <nav
      aria-label="Shortcuts"
      className="bottom-bar @container sticky bottom-0 z-20 flex border-t border-line bg-surface md:hidden"
    >
      {item(paths.home, 'Home', <House size={22} />)}
      {item(paths.browse, 'Search', <Search size={22} />)}
      {item(paths.sell, 'Sell', plus)}
      {item(forMember(paths.chat), 'Messages', <MessageCircle size={22} />, unread)}
      {item(
        forMember(user ? paths.user(user.id) : paths.profile),
        user ? 'You' : 'Login',
        <User size={22} />,
      )}
    </nav>
  )
}
