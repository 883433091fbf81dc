// /ikut/:id, a joining page.
export { plainPage as onRequest } from '../plain-page.ts'
