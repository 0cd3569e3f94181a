export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches

/** How to scroll to what somebody asked for: at once with reduced motion, which an explicit 'smooth' would ignore. */
export const smoothly = (): ScrollBehavior => (prefersReducedMotion() ? 'instant' : 'smooth')
