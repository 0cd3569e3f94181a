import { useState } from 'react'

const firstShown = 5

/** The first five items of a list, and the button that shows all of them. */
export function useShowAll<T>(items: T[]) {
  const [all, setAll] = useState(false)
  return {
    shown: all ? items : items.slice(0, firstShown),
    showAllButton: !all && items.length > firstShown && (
      <button type="button" className="link mt-2 min-h-11" onClick={() => setAll(true)}>
        Show all
      </button>
    ),
  }
}
