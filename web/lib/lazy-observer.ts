let observer: IntersectionObserver | undefined

/**
 * Marks an element with `data-near` when it comes near the screen vertically; in a row that scrolls sideways, when its edge is
 * visible. For `ref`. entry-first.ts does the same on pages with deferred scripts.
 */
export function observeLazily(element: Element | null): void {
  if (!element) return
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio === 0) continue
        target.setAttribute('data-near', '')
        observer?.unobserve(target)
      }
    },
    { rootMargin: '200px 0px', threshold: [0, 0.01] },
  )
  observer.observe(element)
}
