/**
 * Runs in the page. Names elements wider than their container (the page, its parts, dialogs, toasts and vertical scrollers) and
 * truncated prices. Rows that scroll sideways may be wider.
 */
export function stickingOut(): string[] {
  const parts = document.querySelectorAll<HTMLElement>(
    'html, header, #content, footer, dialog[open], .toast, [class*="overflow-y-auto"], td, th',
  )
  const wide = [...parts]
    .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)
    .map((part) => `${part.tagName.toLowerCase()} ${part.scrollWidth} > ${part.clientWidth}`)
  const prices = [...document.querySelectorAll<HTMLElement>('#content *')].filter(
    (element) => element.childElementCount === 0 && /^₦[\d,]+$/.test(element.textContent),
  )
  const cut = prices
    .filter((element) => {
      if (element.getClientRects().length === 0) return false
      for (let box: HTMLElement | null = element; box && box.id !== 'content'; box = box.parentElement) {
        if (getComputedStyle(box).overflowX === 'visible') continue
        if (['auto', 'scroll'].includes(getComputedStyle(box).overflowX)) return false
        const text = document.createRange()
        text.selectNodeContents(element)
        if (text.getBoundingClientRect().right > box.getBoundingClientRect().right + 0.5) return true
      }
      return false
    })
    .map((element) => `price ${element.textContent} in ${element.className}`)
  return [...wide, ...new Set(cut)]
}
