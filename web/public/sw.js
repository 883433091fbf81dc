// The page's service worker: says that one is offline, and nothing else. Only the offline page is kept, so a deploy is
// seen at once and no answer of the API ever lies in a cache.
const CACHE = 'offline-2'
// Pages serves offline.html under this name; a redirect could not stand in for a page.
const SHELL = ['/offline', '/offline.js', '/theme.js']

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
