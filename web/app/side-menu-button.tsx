import { Menu } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import type { CurrentUser } from '#shared/contract/auth.ts'
import { listen } from '#web/lib/events.ts'
import { useVisit } from '#web/lib/shown-location.tsx'
import { unreadText } from '#web/ui/unread-badge.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDrawer = async () => (await import('./side-menu-drawer.tsx')).SideMenuDrawer

interface SideMenuButtonProps {
  user: CurrentUser | null | undefined
  unread: number
  news: number
}

/** The button of the side menu. The menu is open for one visit only: navigation closes it. */
export function SideMenuButton(props: SideMenuButtonProps) {
  const { unread } = props
  const [path] = useLocation()
  const visit = useVisit()
  const [openAt, setOpenAt] = useState<object | null | undefined>(null)
  const { Component: Drawer, preload, load } = useLazyComponent(loadDrawer)
  // Preloaded at the first touch, so that the menu opens offline.
  const begin = useEffectEvent(preload)
  useEffect(() => listen(window, 'pointerdown', () => begin(), { once: true }), [])

  return (
    <>
      {/* Without scripts it leads to the links in the footer. */}
      <a
        href="#footer"
        className="button button-quiet button-icon hidden noscript:inline-flex"
        aria-label="Links"
      >
        <Menu size={24} />
      </a>
      <button
        type="button"
        className="button button-quiet button-icon relative noscript:hidden"
        aria-label={unread > 0 ? `Menu, ${unreadText(unread)} unread messages` : 'Menu'}
        aria-haspopup="dialog"
        aria-expanded={openAt === visit}
        onClick={async () => {
          if (await load()) setOpenAt(visit)
        }}
      >
        <Menu size={24} />
        {unread > 0 && (
          <span
            aria-hidden
            className="absolute top-1.5 right-1.5 size-3 rounded-full bg-accent ring-2 ring-surface"
          />
        )}
      </button>
      {Drawer && <Drawer {...props} path={path} open={openAt === visit} close={() => setOpenAt(null)} />}
    </>
  )
}
