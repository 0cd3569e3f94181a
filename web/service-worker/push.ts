import type { PushPayload } from '#shared/contract/push.ts'

declare const self: ServiceWorkerGlobalScope

export const tabs = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const address = (href: string) => new URL(href, self.location.origin).href

/** Shows a notification, which replaces an earlier one about the same subject, unless the page that it links to is open and focused. */
async function show({ id, title, body, href, unread }: PushPayload): Promise<void> {
  navigator.setAppBadge?.(unread).catch(() => undefined)
  if ((await tabs()).some(({ focused, url }) => focused && url === address(href))) return
  await self.registration.showNotification(title, {
    body,
    tag: `n${id}`,
    renotify: true,
    icon: '/icon-192.png',
    data: href,
  } as NotificationOptions)
}

/** Opens what a notification is about, in a tab of Oja if there is one. */
async function open(url: string): Promise<void> {
  const all = await tabs()
  const tab = all.find((one) => one.url === url) ?? all[0]
  const shown = await tab?.focus().catch(() => tab)
  if (shown?.url === url) return
  // A tab that this worker does not control cannot be navigated.
  if (!(await shown?.navigate(url).catch(() => null))) await self.clients.openWindow(url)
}

/** The browser replaced the push subscription: sends the new one to the server, which refuses it if nobody is signed in. */
async function renew(options: PushSubscriptionOptions): Promise<void> {
  const renewed = await self.registration.pushManager.subscribe(options)
  await fetch('/api/push', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(renewed),
  })
}

export function listenForPushes(): void {
  self.addEventListener('push', (event) => {
    if (event.data) event.waitUntil(show(event.data.json()))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const url = address(event.notification.data)
    if (new URL(url).origin === self.location.origin) event.waitUntil(open(url))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as PushSubscriptionChangeEvent
    if (oldSubscription) event.waitUntil(renew(oldSubscription.options))
  })
}
