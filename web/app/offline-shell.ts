// Registers the service worker (public/sw.js), which shows our own page when there is no connection.
export const keepOfflineShell = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // A browser that refuses shows its own offline page.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  })
}
