/** Runs when the page is loaded and the browser is idle, so that it does not compete with the page. */
export function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  const idle = () =>
    'requestIdleCallback' in window ? requestIdleCallback(run, { timeout: 5000 }) : setTimeout(run, 500)
  if (document.readyState === 'complete') idle()
  else addEventListener('load', idle, { once: true })
}
