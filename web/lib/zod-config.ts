declare global {
  /** Global key of zod's settings (`z.config`), shared by all copies of zod on a page. */
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/**
 * The Content-Security-Policy allows no eval: without this setting zod would try it once, and the browser would report it. It is
 * set at start without loading zod, since it applies to schemas created afterwards, and pages with forms load later.
 */
export function forbidZodEval(): void {
  globalThis.__zod_globalConfig = { jitless: true }
}
