/** A ref for a button that replaces another: it takes its focus. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()

/** A ref for what goes away when one of its buttons is pressed: the page takes the focus. */
export const handOverFocus = (element: HTMLElement | null) => () => {
  if (element?.contains(document.activeElement))
    document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
}
