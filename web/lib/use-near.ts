import { type RefObject, useEffect, useState } from 'react'

/** Calls back once, when an element is within a margin of the screen; returns what ends the watch. */
export function whenNear(element: Element, rootMargin: string, callback: () => void): () => void {
  const observer = new IntersectionObserver(
    ([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      callback()
    },
    { rootMargin },
  )
  observer.observe(element)
  return () => observer.disconnect()
}

/** True once an element is near the screen. */
export function useNear(element: RefObject<HTMLElement | null>, rootMargin = '300px'): boolean {
  const [near, setNear] = useState(false)
  useEffect(
    () => (element.current ? whenNear(element.current, rootMargin, () => setNear(true)) : undefined),
    [element, rootMargin],
  )
  return near
}
