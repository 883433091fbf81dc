// Every string on a screen, by area. Texts that the specification quotes stand as quoted.
export { authTexts } from './id/auth.ts'
export { common } from './id/common.ts'
export { dashboardTexts } from './id/dashboard.ts'
export { createTexts, linkConsent } from './id/link.ts'
export { profileTexts } from './id/profile.ts'
export { shellTexts } from './id/shell.ts'
export { whatsappTexts } from './id/whatsapp.ts'
