/** Of every answer: the release that made it. While two are out at once, a deployment sees by it which one answered (decision record 0078). */
export const RELEASE_HEADER = 'x-release'
