// Percent of a whole. Multiplied before it is divided: (7 / 100) * 100 is a little more than 7. Alone in its file, because each home loads it.

export const percentOf = (part: number, whole: number): number => (100 * part) / whole
