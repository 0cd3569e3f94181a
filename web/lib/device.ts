/** Whether the app runs from the home screen, without the browser around it. */
export function isInstalled(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches ||
    (navigator as { standalone?: boolean }).standalone === true
  )
}

/** Safari on an iPhone or iPad: the one browser there whose Share menu adds to the home screen, and that says so to nobody. */
export function isIosSafari(
  { userAgent, maxTouchPoints } = navigator as Pick<Navigator, 'userAgent' | 'maxTouchPoints'>,
): boolean {
  // An iPad says that it is a Macintosh; no Macintosh is touched.
  const isIos = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1)
  const isSafari = userAgent.includes('Version/') && userAgent.includes('Safari/')
  return isIos && isSafari && !/CriOS|FxiOS|EdgiOS|OPT\//.test(userAgent)
}
