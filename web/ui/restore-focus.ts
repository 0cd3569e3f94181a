import { listen } from '#web/lib/events.ts'

/** Table rows and list items. */
const itemSelector = 'tbody > tr, li'

interface Place {
  control: HTMLElement
  /** The items after the control's own, or all of them if it is in none. */
  following: HTMLElement[]
}

/**
 * A ref for a part of the page whose controls disappear when used, such as the buttons of a report. When the focused control is
 * removed or disabled, the browser would move focus to the body. This moves it to the next item of the list, or to the heading
 * if there is none, or to the last item without one, unless the user has focused something else meanwhile.
 */
export function restoreFocus(area: HTMLElement | null): (() => void) | undefined {
  if (!area) return
  let last: Place | null = null

  function note(event: Event) {
    const { target } = event
    // A dialog restores focus when it closes.
    if (!(target instanceof HTMLElement) || target.closest('dialog')) return
    // The page that a link asks for takes its focus.
    if (target.matches('[rel=next]')) last = null
    else if (area?.contains(target)) last = event.type === 'focusin' ? placeOf(area, target) : last
    else last = null
  }

  function restore() {
    if (!last || !area) return
    if (canHaveFocus(last.control)) {
      last = placeOf(area, last.control)
      return
    }
    const { activeElement } = document
    // A dialog that was just closed keeps the focus until the next frame.
    const isLost = activeElement === document.body || activeElement?.closest('dialog:not([open])')
    if (!isLost) return
    // A busy element is about to be removed or replaced.
    const next = last.following.find((item) => item.isConnected && !item.closest('[aria-busy=true]'))
    const target =
      next ??
      area.querySelector<HTMLElement>('h1, h2, h3') ??
      [...area.querySelectorAll<HTMLElement>(itemSelector)].at(-1)
    if (!target) return
    target.tabIndex = -1
    target.focus()
  }

  const observer = new MutationObserver(restore)
  observer.observe(area, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  const stopNoting = listen(document, 'focusin pointerdown', note)
  // `close` does not bubble. A control may have been removed while a dialog had focus.
  const stopRestoring = listen(document, 'close', restore, { capture: true })
  return () => {
    observer.disconnect()
    stopNoting()
    stopRestoring()
  }
}

function placeOf(area: HTMLElement, control: HTMLElement): Place {
  const items = [...area.querySelectorAll<HTMLElement>(itemSelector)]
  const own = items.findIndex((item) => item.contains(control))
  return { control, following: items.slice(own + 1) }
}

function canHaveFocus(control: HTMLElement): boolean {
  return control.isConnected && !control.matches(':disabled') && control.getClientRects().length > 0
}
