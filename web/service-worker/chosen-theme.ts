declare const self: ServiceWorkerGlobalScope

/**
 * A cached page in the present theme: it was rendered in the one that was chosen when it was cached. Browsers whose workers cannot
 * read cookies (before Safari 18.4 and Firefox 140) get it unchanged.
 */
export async function inChosenTheme(copy: Response): Promise<Response> {
  const prefix = location.protocol === 'https:' ? '__Host-' : ''
  const theme = await self.cookieStore?.get(`${prefix}theme`)
  const html = (await copy.text())
    .replace(/ data-theme="\w+"/, '')
    .replace('<html', theme ? `<html data-theme="${theme.value}"` : '<html')
  return new Response(html, copy)
}
