/** Runs when the page is loaded and the browser has nothing better to do, so that it never competes with the page. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 500)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
