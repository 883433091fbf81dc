// What a restore that broke off tells last: what the place is in, as its database says now, and the one command that leads on.
import { type Place, statusOf } from './restore.ts'

/** @param where the flags that name the place, with a space before them */
export const leftBehind = async (place: Pick<Place, 'query'>, where: string): Promise<string> => {
  const status = `npm run restore --${where} --status`
  try {
    const found = await statusOf(place)
    if (!found || found.done_at !== null)
      return 'Nothing is being restored here, so nothing is held back for it. Go on, once that is mended: the same command again'
    return `This place is being restored (${found.phase}): it sends nothing until the Worker is done. Go on: ${status}`
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return `Whether this place is being restored could not be read (${why}). Go on: ${status}`
  }
}
