// Registers the service worker (public/sw.js), which shows our own page when there is no connection.
export const keepOfflineShell = (): void => {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // A browser that refuses shows its own offline page.
  const register = (): void => void navigator.serviceWorker.register('/sw.js').catch(() => undefined)
  // The page's script may come after that event (public/theme.js).
  if (document.readyState === 'complete') register()
  else addEventListener('load', register)
}
