// Where new Durable Objects are made (rule object-location): Cloudflare's names of places
// (developers.cloudflare.com/durable-objects/reference/data-location).
export const LOCATION_HINTS = [
  'wnam',
  'enam',
  'sam',
  'weur',
  'eeur',
  'apac',
  'apac-ne',
  'apac-se',
  'oc',
  'afr',
  'me',
] as const
export type LocationHint = (typeof LOCATION_HINTS)[number]
/** Members and their phones are in Indonesia. */
export const USUAL_LOCATION: LocationHint = 'apac'
