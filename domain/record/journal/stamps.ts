// How a time stands in the names of objects.
/** Epoch ms as names of objects carry it, so that they sort by time: 20261123T020000123Z. */
export const stampOf = (at: number): string => new Date(at).toISOString().replace(/[-:.]/g, '')
export const timeOf = (stamp: string): number =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/, '$1-$2-$3T$4:$5:$6.$7Z'))
