// For whom this browser is switched on, and under which sign-in the server knows it. Apart from the rest, because every first
// load asks.
const KEY = 'push-for'

/** `user id`, space, end of the token; empty: for nobody. */
export const switchedOnFor = (): string => {
  try {
    return localStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}
/** Without local storage a device stays on until it is signed out, and is not renewed after that. */
export const rememberSwitch = (text: string | null): void => {
  try {
    if (text === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, text)
  } catch {
    // nothing to do
  }
}
export const mayBeOn = (userId: string): boolean => switchedOnFor().split(' ')[0] === userId
