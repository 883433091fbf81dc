// /opt-out, the page behind a recipient's link.
export { plainPage as onRequest } from './plain-page.ts'
