// Fetches the screen of a link that is hovered, touched or focused, because it will likely be followed.
export const prefetchOnHover = (preload: (pathname: string) => void): void => {
  const warm = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest('a[href]') : null
    if (link instanceof HTMLAnchorElement && link.origin === location.origin) preload(link.pathname)
  }
  for (const event of ['pointerover', 'touchstart', 'focusin']) addEventListener(event, warm, { passive: true })
}
