/**
 * The only script at first of a page that reads and links well without the others (`waits` in the route table): 1 KB instead
 * of 100. It fetches them after the first paint or, where data is saved, when somebody presses what needs them. What is
 * pressed meanwhile is done when they are there. It stands alone, since whatever it imported would be loaded too.
 */

/** The entry that this browser has fetched before: it has it still, so that using it costs nothing. */
const fetchedKey = 'oja:fetched-entry'
/** What the keys of messages begin with that wait to be sent, and that of a toast for this page. */
const unsentPrefix = 'oja:private:outbox:'
const toastKey = 'oja:toast'

const root = document.documentElement
const script = document.querySelector<HTMLScriptElement>('script[data-entry]')
const { entry = '', preloads = '', until = '' } = script?.dataset ?? {}

let isWaking = false
let hasFailed = false
/** What was done while the scripts are on their way. */
let held: { on: Element; again: () => void }[] = []
/** The browser's offer to install the app, which it makes once; the page hears of it when it can make its own. */
let installPrompt: Event | undefined
const listening = new AbortController()
const early = { capture: true, signal: listening.signal }

document.addEventListener('click', onClick, early)
document.addEventListener('submit', onSubmit, early)
document.addEventListener('change', onChange, early)
document.addEventListener('scroll', onScroll, early)
addEventListener('beforeinstallprompt', onInstallPrompt, early)
if (until === 'paint') afterPaint(wake)
else saveData()

/** Everything waits for a touch, unless it costs nothing or something is left to do. */
function saveData(): void {
  showNearPictures()
  if (document.readyState === 'complete') countView()
  else addEventListener('load', countView)
  // A copy kept for offline has its code beside it.
  if ('kept' in root.dataset || wasFetched() || hasUnsent()) afterPaint(wake)
}

/** When the first screen is there, with its first picture. */
function afterPaint(run: () => void): void {
  const picture = document.querySelector<HTMLImageElement>('img[fetchpriority="high"]')
  const painted = () => requestAnimationFrame(() => setTimeout(run))
  if (picture && !picture.complete && picture.getBoundingClientRect().top < innerHeight) {
    picture.addEventListener('load', painted)
    picture.addEventListener('error', painted)
  } else painted()
}

/** Fetches the page's scripts, which take the page over, and does what was held. */
async function wake(): Promise<void> {
  if (isWaking) return
  // Browsers keep a module's failure: only a new document asks for it again.
  if (hasFailed && navigator.onLine) return location.reload()
  isWaking = true
  let isThere = false
  try {
    for (const href of preloads.split(' ')) preload(href)
    await import(/* @vite-ignore */ entry)
    isThere = true
    listening.abort()
    noteFetched()
  } catch {
    isWaking = false
    hasFailed = true
    if (held.length > 0) sayFailed()
  }
  delete root.dataset.held
  for (const { on } of held) on.removeAttribute('aria-busy')
  if (isThere && installPrompt) dispatchEvent(installPrompt)
  if (isThere) for (const { again } of held) again()
  held = []
}

function preload(href: string): void {
  if (!href) return
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

function hold(event: Event, on: Element, again: () => void): void {
  event.preventDefault()
  event.stopImmediatePropagation()
  on.setAttribute('aria-busy', 'true')
  root.dataset.held = ''
  held.push({ on, again })
  void wake()
}

function onClick(event: MouseEvent): void {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
  const on = event.target instanceof Element ? event.target.closest<HTMLElement>('a[href], button') : null
  if (on instanceof HTMLButtonElement) {
    if (on.type === 'button') hold(event, on, () => on.click())
  } else if (on instanceof HTMLAnchorElement && on.origin === location.origin && !on.target) {
    // What was pressed before must not be lost by leaving.
    if (held.length > 0) hold(event, on, () => on.click())
    else if ('back' in on.dataset) goBack(event)
  }
}

/** Who came from another page of Oja finds their place there again; everybody else follows the link. */
function goBack(event: Event): void {
  // As in web/lib/leads-back.ts.
  const { navigation } = window as { navigation?: { canGoBack: boolean } }
  if (!(navigation?.canGoBack ?? document.referrer.startsWith(`${location.origin}/`))) return
  event.preventDefault()
  history.back()
}

/** A form with an address is sent by the browser itself. */
function onSubmit(event: SubmitEvent): void {
  const form = event.target as HTMLFormElement
  if (form.hasAttribute('action') && held.length === 0) return
  hold(event, event.submitter ?? form, () => form.requestSubmit(event.submitter))
}

/** A list's order goes with the form that it belongs to. */
function onChange(event: Event): void {
  if (event.target instanceof HTMLSelectElement && event.target.form?.hasAttribute('action'))
    event.target.form.requestSubmit()
}

/** A gallery that is swiped says where it is, as it does by itself later (gallery.tsx). */
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

/** What markWhenNear of web/lib/near.ts does. */
function showNearPictures(): void {
  const onNear = (entries: IntersectionObserverEntry[], observer: IntersectionObserver) => {
    for (const { target, intersectionRatio } of entries) {
      if (intersectionRatio === 0) continue
      target.setAttribute('data-near', '')
      observer.unobserve(target)
    }
  }
  const observer = new IntersectionObserver(onNear, { rootMargin: '200px 0px', threshold: [0, 0.01] })
  for (const picture of document.querySelectorAll('[data-late]')) observer.observe(picture)
}

/** As the page itself does when it takes over; a visitor counts once a day. */
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

/** A message to send, or a toast to show. */
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

function sayFailed(): void {
  const words = document.createElement('p')
  words.role = 'alert'
  words.className =
    'fixed inset-x-4 bottom-20 z-50 mx-auto max-w-sm rounded-card bg-ink px-4 py-3 text-center text-ground shadow-raised'
  words.textContent = 'This needs a connection. Please try again.'
  document.body.append(words)
  setTimeout(() => words.remove(), 5000)
}
