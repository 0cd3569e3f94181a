import { ownPath } from '#shared/own-address.ts'

/**
 * Follows the page's own links without loading the document anew, by one listener for all of them: a plain <a> costs nothing
 * to render. Left to the browser are those with a target (`_self` asks for a full load) or a download, and any press that
 * asks for another tab or window. What handled a press itself has prevented its default.
 */
export function followLinks(navigate: (to: string) => void): () => void {
  function onClick(event: MouseEvent) {
    const { target, button, ctrlKey, metaKey, altKey, shiftKey } = event
    if (event.defaultPrevented || button !== 0 || ctrlKey || metaKey || altKey || shiftKey) return
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (!(link instanceof HTMLAnchorElement) || !isOwnPage(link)) return
    const path = ownPath(link.href, location.origin)
    if (path === null) return
    event.preventDefault()
    navigate(path)
  }
  document.addEventListener('click', onClick)
  return () => document.removeEventListener('click', onClick)
}

/** On this site, and not a file, the API or a place on the same page. */
function isOwnPage(link: HTMLAnchorElement): boolean {
  if (link.origin !== location.origin || link.target || link.hasAttribute('download')) return false
  if (/^\/(api|media|assets)\//.test(link.pathname)) return false
  return !(link.hash && link.pathname === location.pathname && link.search === location.search)
}
