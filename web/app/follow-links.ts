import { sameOriginPath } from '#shared/same-origin.ts'
import { listen } from '#web/lib/events.ts'

/**
 * Follows the page's own links without a full page load. One listener handles all of them, so a plain <a> costs nothing to
 * render. The browser handles links with a target (`_self` requests a full load) or a download, and presses that open another
 * tab or window. A component that handles a press itself calls preventDefault.
 */
export function followLinks(navigate: (to: string) => void): () => void {
  function onClick(event: MouseEvent) {
    const { target, button, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || altKey || shiftKey) return
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || !isOwnPage(link)) return
    const path = sameOriginPath(link.href, location.origin)
    if (path === null) return
    event.preventDefault()
    navigate(path)
  }
  return listen(document, 'click', onClick)
}

/** On this site, and not a file, the API, or an anchor on the same page. */
function isOwnPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return false
  if (/^\/(api|media|assets)\//.test(link.pathname)) return false
  return !(link.hash && link.pathname === location.pathname && link.search === location.search)
}
