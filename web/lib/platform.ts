/** Whether the app runs installed, without the browser's interface. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/** Safari on an iPhone or iPad: there, only its Share menu can install the app, and no event reports that. */
export function isIosSafari(
  { userAgent, maxTouchPoints } = navigator as Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
): boolean {
  // An iPad reports itself as a Macintosh; no Macintosh has a touch screen.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isSafari = userAgent.includes('Version/') && userAgent.includes('Safari/')
  return isIos && isSafari && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent)
}
