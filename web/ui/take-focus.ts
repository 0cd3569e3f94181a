/** A ref for a button that replaces another: it takes its focus. */
export const takeFocus = (element: HTMLElement | null) => element?.focus()
