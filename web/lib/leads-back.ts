/**
 * Whether the entry before this one in the browser's history is a page of Oja. The Navigation API lists entries of this
 * origin only; where it is missing, a page that another page of Oja linked to counts. web/entry-first.ts decides the same.
 */
export function leadsBackToOja(): boolean {
  const { navigation } = window as { navigation?: { canGoBack: boolean } }
  return navigation?.canGoBack ?? document.referrer.startsWith(`${location.origin}/`)
}
