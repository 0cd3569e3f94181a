let observer: IntersectionObserver | undefined

/**
 * Marks an element with `data-near` once it comes near the screen, from below; beside it, where a row scrolls, once its edge
 * shows. For `ref`. The same is done by entry-first.ts on pages whose scripts wait.
 */
export function markWhenNear(element: Element | null): void {
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
