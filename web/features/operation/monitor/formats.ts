// The formats of the query `type`: 0 or string, 1 or JsonViewer, 2 or JSONTree.
export const FORMATS = ['string', 'JsonViewer', 'JSONTree'] as const
export type Format = (typeof FORMATS)[number]

export const formatOf = (type: string | null): Format =>
  FORMATS.find((format, place) => type === format || type === String(place)) ?? 'string'
