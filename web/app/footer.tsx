import { PRODUCT_NAME } from '#shared/limits.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { DataSaverSwitch } from '#web/ui/data-saver-switch.tsx'
import { ThemeSwitch } from '#web/ui/theme-switch.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

const about = (
  <div className="col-span-2 md:col-span-1">
    <Wordmark className="h-9" />
    <p className="mt-3 max-w-xs text-sm text-muted">
      The market in your pocket. People in Nigeria buy and sell here, from Lagos to Maiduguri.
    </p>
  </div>
)
const memberFooterLinks = linkList('Market', {
  [paths.browse]: 'Browse',
  [paths.sell]: 'Sell something',
  [paths.myListings]: 'My Listings',
})
const visitorLinks = linkList('Market', {
  [paths.browse]: 'Browse',
  [paths.login]: 'Login',
  [paths.register]: 'Register',
})
const help = linkList('Help', {
  [paths.about]: 'About',
  [paths.safety]: 'Safety tips',
  [paths.contact]: 'Contact',
})
const legal = linkList('Legal', {
  '/rules': 'Rules',
  [paths.terms]: 'Terms',
  [paths.privacy]: 'Privacy',
})

/**
 * The footer of every screen. Its links are plain, so every page can be reached without scripts. `hasBar`: on phones the page's own bar
 * covers its end.
 */
export function Footer({ hasBar }: { hasBar: boolean }) {
  const user = useSession()
  const year = new Date(useNow()).getUTCFullYear()
  return (
    <footer id="footer" className="mt-12 border-t border-line bg-surface">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-8 py-10 md:grid-cols-[2fr_1fr_1fr_1fr]">
        {about}
        {user ? memberFooterLinks : visitorLinks}
        {help}
        {legal}
      </div>
      <div className="border-t border-line">
        <div
          className={`page flex flex-wrap items-center justify-between gap-4 py-4 ${hasBar ? 'max-md:pb-24' : ''}`}
        >
          <p className="text-sm text-muted">{`© ${year} ${PRODUCT_NAME}`}</p>
          <div className="flex flex-wrap items-center gap-3">
            <DataSaverSwitch />
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}

function linkList(title: string, links: Record<string, string>) {
  return (
    <nav aria-label={title} className="footer-links">
      <p>{title}</p>
      <ul>
        {Object.entries(links).map(([href, label]) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
