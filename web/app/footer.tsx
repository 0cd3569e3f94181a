import { Link } from 'wouter'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

const help = [
  { href: paths.about, label: 'About' },
  { href: paths.safety, label: 'Safety tips' },
  { href: paths.contact, label: 'Contact' },
]
const legal = [
  { href: paths.terms, label: 'Terms' },
  { href: paths.privacy, label: 'Privacy' },
]
const memberLinks = [
  { href: paths.browse, label: 'Browse' },
  { href: paths.sell, label: 'Sell something' },
  { href: paths.myListings, label: 'My Listings' },
]
const visitorLinks = [
  { href: paths.browse, label: 'Browse' },
  { href: paths.login, label: 'Login' },
  { href: paths.register, label: 'Register' },
]

/** The foot of every screen; its links are plain ones, so that everything is reached without code too. */
export function Footer() {
  const user = useSession()
  const year = new Date(useNow()).getUTCFullYear()
  return (
    <footer id="footer" className="mt-12 border-t border-line bg-surface">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-10 md:grid-cols-[2fr_1fr_1fr_1fr]">
        <div className="col-span-2 md:col-span-1">
          <Wordmark className="h-9" />
          <p className="mt-3 max-w-xs text-sm text-muted">
            The market in your pocket. People in Nigeria buy and sell here, from Lagos to Maiduguri.
          </p>
        </div>
        <LinkList title="Market" links={user ? memberLinks : visitorLinks} />
        <LinkList title="Help" links={help} />
        <LinkList title="Legal" links={legal} />
      </div>
      <div className="border-t border-line">
        <div className="page flex flex-wrap items-center justify-between gap-4 py-4">
          <p className="text-sm text-muted">{`© ${year} ${PRODUCT_NAME}`}</p>
          <ThemeSwitch />
        </div>
      </div>
    </footer>
  )
}

function LinkList({ title, links }: { title: string; links: { href: string; label: string }[] }) {
  return (
    <nav aria-label={title}>
      <p className="text-sm font-bold">{title}</p>
      <ul className="mt-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <Link
              href={href}
              className="inline-flex min-h-11 min-w-11 items-center text-muted hover:text-ink hover:underline"
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
