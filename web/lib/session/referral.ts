// The address with a person's own referral code; and the code of any address that is opened, kept and removed from it.
const KEY = 'referral_code'
let sessionCode = ''

/** The address that registers the person who opens it with this code. */
export const referralLink = (code: string): string => `${location.origin}/signup?referral=${encodeURIComponent(code)}`

export const keepReferral = (): void => {
  const url = new URL(location.href)
  const code = url.searchParams.get('referral')
  if (code === null) return
  url.searchParams.delete('referral')
  history.replaceState(history.state, '', `${url.pathname}${url.search}${url.hash}`)
  if (code.trim() === '') return
  try {
    localStorage.setItem(KEY, code.trim().slice(0, 40))
  } catch {
    sessionCode = code.trim().slice(0, 40)
  }
}

export const keptReferral = (): string => {
  try {
    return localStorage.getItem(KEY) ?? sessionCode
  } catch {
    return sessionCode
  }
}
