// /receipt, where a receipt of consent is checked.
export { plainPage as onRequest } from './plain-page.ts'
