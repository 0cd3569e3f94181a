import { type RefObject, useEffect, useState } from 'react'

/** Calls back whether an element is within a margin of the screen, now and when that changes; returns what ends the watch. */
export function watchInView(
  element: Element,
  rootMargin: string,
  callback: (isInView: boolean) => void,
): () => void {
  const observer = new IntersectionObserver((entries) => callback(entries.at(-1)?.isIntersecting ?? false), {
    rootMargin,
  })
  observer.observe(element)
  return () => observer.disconnect()
}

/** Calls back once, when an element is within a margin of the screen; returns what ends the watch. */
export function onceInView(element: Element, rootMargin: string, callback: () => void): () => void {
  const stop = watchInView(element, rootMargin, (isInView) => {
    if (!isInView) return
    stop()
    callback()
  })
  return stop
}

/** Whether an element is within a margin of the screen; with `once` it stays true from the first time on. */
export function useInView(
  element: RefObject<Element | null>,
  { rootMargin = '300px', once = true }: { rootMargin?: string; once?: boolean } = {},
): boolean {
  const [isInView, setInView] = useState(false)
  useEffect(() => {
    if (!element.current) return
    return once
      ? onceInView(element.current, rootMargin, () => setInView(true))
      : watchInView(element.current, rootMargin, setInView)
  }, [element, rootMargin, once])
  return isInView
}
