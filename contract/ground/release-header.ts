/** Of every answer: the release that made it. While two are out at once, a deployment sees by it which one answered (decision record 0078). */
export const RELEASE_HEADER = 'x-release'
/** Of the answer to a runner's dial: the release of the account's object, which may be the one before for a minute after a deployment. */
export const OBJECT_RELEASE_HEADER = 'x-object-release'
