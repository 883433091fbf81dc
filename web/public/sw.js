// The page's service worker: says that one is offline, and shows notices that are pushed. Only the offline page is kept, so a
// deploy is seen at once and no answer of the API ever lies in a cache.
const CACHE = 'offline-3'
// Pages serves offline.html under this name; a redirect could not stand in for a page.
const SHELL = ['/offline', '/offline.css', '/offline.js', '/theme.js']

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(SHELL.map((path) => new Request(path, { cache: 'reload' }))))
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name)
    // The browser asks the network while this worker starts.
    await registration.navigationPreload?.enable()
    await clients.claim()
  }
  event.waitUntil(forget())
})

const open = async (event) => {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await caches.match('/offline')) ?? Response.error()
  }
}
const part = async (request) => {
  try {
    return await fetch(request)
  } catch {
    return (await caches.match(request, { ignoreSearch: true })) ?? Response.error()
  }
}

addEventListener('fetch', (event) => {
  const { mode, url } = event.request
  if (mode === 'navigate') event.respondWith(open(event))
  else if (SHELL.includes(new URL(url).pathname)) event.respondWith(part(event.request))
})

// A notice for this device. A browser takes the right away from who shows nothing, so there is a text for every case.
const shownOf = (event) => {
  try {
    return event.data.json()
  } catch {
    return { title: 'WA Blaster', body: 'Ada notifikasi baru.', link: '/', unread: 1 }
  }
}
addEventListener('push', (event) => {
  const { id, title, body, link, unread } = shownOf(event)
  const show = async () => {
    // the same notice twice is shown once
    const tag = `notice-${id ?? 0}`
    await registration.showNotification(title, { body, tag, lang: 'id', icon: '/icons/icon-192.png', data: { link } })
    await navigator.setAppBadge?.(unread)
  }
  event.waitUntil(show())
})

/** A place of this page, whatever a push says. */
const placeOf = (link) => {
  const url = new URL(String(link ?? '/'), location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/'
}
addEventListener('notificationclick', (event) => {
  event.notification.close()
  const place = placeOf(event.notification.data?.link)
  const lead = async () => {
    const open = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    const tab = open.find((client) => client.focused) ?? open[0]
    if (!tab) return clients.openWindow(place)
    // the page goes there itself, so that nothing it holds is lost
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client of this worker is of its origin
    tab.postMessage({ open: place })
    // a browser may refuse to bring it to the front
    await tab.focus().catch(() => undefined)
  }
  event.waitUntil(lead())
})
