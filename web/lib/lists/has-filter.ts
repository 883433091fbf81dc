// Whether a list shows less than there is.

/** Parameters that are no filters: where it stands, and what its screen began with. */
const PLACE = new Set(['page', 'after', 'limit', 's', 'sort', 'id', 'template'])
export const hasFilter = (params: URLSearchParams): boolean =>
  [...params].some(([name, value]) => value !== '' && !PLACE.has(name))
