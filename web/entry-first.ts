/**
 * The first script of every page: 1.5 KB compressed instead of 100. It loads the others, at once or, where the page is readable without them
 * (`deferScripts` in the route table), after the first paint or, with data saver, at the first press that needs them. It replays the
 * presses that came before. It has no imports, since these would be loaded first.
 */

/**
 * Local storage key with the last entry script that this browser fetched: it is in the HTTP cache, so loading it costs nothing.
 */
const fetchedKey = 'oja:fetched-entry'
/** Prefix of the storage keys of what is unsent (private-storage.ts), and the key of a toast for this page. */
const unsentPrefix = 'oja:private:outbox:'
const toastKey = 'oja:toast'

const root = document.documentElement
const script = document.querySelector<HTMLScriptElement>('script[data-entry]')
const { entry = '', preloads = '', load = '' } = script?.dataset ?? {}

/** Every request of the app needs it (Chrome 103, Safari 16). What is rendered can be read, and its forms be sent, without. */
const isTooOld = !('timeout' in AbortSignal)

let isLoading = false
let hasFailed = false
/** Events to replay when the scripts are loaded. */
let buffered: { on: Element; replay: () => void }[] = []
/** The browser's install prompt, which it offers only once; it is dispatched again when the page can handle it. */
let installPrompt: Event | undefined
const listening = new AbortController()
const early = { capture: true, signal: listening.signal }

document.addEventListener('click', onClick, early)
document.addEventListener('submit', onSubmit, early)
document.addEventListener('change', onChange, early)
document.addEventListener('scroll', onScroll, early)
addEventListener('beforeinstallprompt', onInstallPrompt, early)
if (isTooOld) showNoScriptParts()
if (load === 'now') void loadEntry()
else if (load === 'paint') afterPaint(loadEntry)
else deferUntilPress()

/** Shows what is rendered for browsers without JavaScript, such as the form of the filters: no other script runs. */
function showNoScriptParts(): void {
  for (const part of document.querySelectorAll('noscript')) part.outerHTML = part.textContent ?? ''
}

/** With data saver the scripts load at the first press, unless they are cached or something waits to be sent. */
function deferUntilPress(): void {
  showVisiblePictures()
  if (document.readyState === 'complete') countView()
  else addEventListener('load', countView)
  // The code of a page that was cached for offline use is cached too.
  if ('kept' in root.dataset || wasFetched() || hasUnsent()) afterPaint(loadEntry)
}

/** Runs a function after the first paint, including the first screen's picture. */
function afterPaint(run: () => void): void {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  const painted = () => requestAnimationFrame(() => setTimeout(run))
  if (picture && !picture.complete && picture.getBoundingClientRect().top < innerHeight) {
    picture.addEventListener('load', painted)
    picture.addEventListener('error', painted)
  } else painted()
}

/** Loads the page's scripts, which hydrate it, and replays the buffered events. */
async function loadEntry(): Promise<void> {
  if (isLoading) return
  // Browsers cache the failure of a module; only a new document requests it again.
  if (hasFailed && navigator.onLine) return location.reload()
  isLoading = true
  let isThere = false
  try {
    if (isTooOld) throw new Error()
    for (const href of preloads.split(' ')) preload(href)
    await import(/* @vite-ignore */ entry)
    isThere = true
    listening.abort()
    noteFetched()
  } catch {
    isLoading = false
    hasFailed = !isTooOld
    if (buffered.length > 0) showLoadFailure()
  }
  delete root.dataset.pressBuffered
  for (const { on } of buffered) on.removeAttribute('aria-busy')
  if (isThere && installPrompt) dispatchEvent(installPrompt)
  if (isThere) for (const { replay } of buffered) replay()
  buffered = []
}

function preload(href: string): void {
  if (!href) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

function buffer(event: Event, on: Element, replay: () => void): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  on.setAttribute('aria-busy', 'true')
  root.dataset.pressBuffered = ''
  buffered.push({ on, replay })
  void loadEntry()
}

function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const on = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href], button') : null
  if (on instanceof HTMLButtonElement) {
    if (on.type === 'button') buffer(event, on, () => on.click())
  } else if (on instanceof HTMLAnchorElement && on.origin === location.origin && !on.target) {
    // Buffers a link while other presses are buffered, which leaving would lose, and the link back to the list, which needs the
    // page's code.
    if (buffered.length > 0 || (on.dataset.back === 'list' && !isTooOld)) buffer(event, on, () => on.click())
    else if ('back' in on.dataset) goBack(event)
  }
}

/** Visitors who came from another page of Oja go back in history, to their scroll position; others follow the link. */
function goBack(event: Event): void {
  // As `canGoBack` in web/features/listings/detail/bars.tsx.
  const { navigation } = window as { navigation?: { canGoBack: boolean } }
  const isFromOja = history.state?.isFollowed || document.referrer.startsWith(`${location.origin}/`)
  if (!(navigation?.canGoBack ?? (history.length > 1 && isFromOja))) return
  event.preventDefault()
  history.back()
}

/**
 * The browser itself submits a form with an action. The others are submitted again by their button: React hydrates at a click, not
 * at a submit.
 */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  const button = event.submitter
  if (form.hasAttribute('action') && buffered.length === 0) return
  if (button) buffer(event, button, () => button.click())
  else buffer(event, form, () => form.requestSubmit())
}

/** Changing the sort order submits its form. */
function onChange(event: Event): void {
  if (event.target instanceof HTMLSelectElement && event.target.form?.hasAttribute('action'))
    event.target.form.requestSubmit()
}

/** Updates the dots of a swiped gallery, as gallery.tsx does after hydration. */
function onScroll({ target }: Event): void {
  if (!(target instanceof HTMLElement) || !target.matches('.gallery-track')) return
  const shown = String(Math.round(target.scrollLeft / target.clientWidth))
  for (const mark of document.querySelectorAll<HTMLElement>('[data-slide]'))
    mark.setAttribute('aria-current', String(mark.dataset.slide === shown))
}

function onInstallPrompt(event: Event): void {
  event.preventDefault()
  installPrompt = event
}

/** Same as observeLazily of web/ui/photo.tsx. */
function showVisiblePictures(): void {
  const onVisible = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio === 0) continue
      target.setAttribute('data-near', '')
      observer.unobserve(target)
    }
  }
  const observer = new IntersectionObserver(onVisible, { threshold: [0, 0.01] })
  for (const picture of document.querySelectorAll('[data-late]')) observer.observe(picture)
}

/** Same as the hydrated page; the server counts a visitor once a day. */
function countView(): void {
  if (!document.querySelector('meta[property="og:type"][content="product"]')) return
  fetch(`/api${location.pathname}/view`, { method: 'POST', keepalive: true }).catch(() => undefined)
}

function wasFetched(): boolean {
  return withStorage(() => localStorage.getItem(fetchedKey) === entry)
}

function noteFetched(): void {
  withStorage(() => {
    localStorage.setItem(fetchedKey, entry)
    return true
  })
}

/** Whether an outbox (of messages, confirmations, listings) has an entry, or a toast is pending. */
function hasUnsent(): boolean {
  return withStorage(
    () => toastKey in sessionStorage || Object.keys(localStorage).some((key) => key.startsWith(unsentPrefix)),
  )
}

/** False where the browser refuses storage. */
function withStorage(ask: () => boolean): boolean {
  try {
    return ask()
  } catch {
    return false
  }
}

function showLoadFailure(): void {
  const alert = document.createElement('p')
  alert.setAttribute('role', 'alert')
  alert.className =
    'fixed inset-x-4 bottom-20 z-50 mx-auto max-w-sm rounded-card bg-ink px-4 py-3 text-center text-ground shadow-raised'
  alert.textContent = isTooOld
    ? 'This browser is too old. Update it, or use another one.'
    : 'This needs a connection. Please try again.'
  document.body.append(alert)
  setTimeout(() => alert.remove(), 5000)
}
