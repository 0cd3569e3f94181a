declare global {
  /** Where zod keeps its settings (`z.config`), so that they are the same for all copies of it on a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * The Content-Security-Policy allows no eval: without this, zod would try it once, and the browser would report it. Set
 * at the start, without loading zod, since it counts for schemas made afterwards and pages with forms come later.
 */
export function forbidZodEval(): void {
  globalThis.__zod_globalConfig = { jitless: true }
}
