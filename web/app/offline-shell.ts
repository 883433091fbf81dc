// Without a line the browser shows our own page (public/sw.js); registered when the first screen stands.
export const keepOfflineShell = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    // A browser that refuses shows its own offline page.
    navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  })
}
