// `npm run drill -- --env production`: opens the newest backup of that place, and notes a good one on its /status (rule restore-drill).
import { noteDrill } from '../cloudflare/note-drill.ts'
import { productVersion } from '../version.ts'
import { secondPlace } from './buckets.ts'
import { openNewest, type Opened } from './open-backup.ts'
import { deployedPlace } from './place.ts'
import { secondSource } from './second.ts'

/** @param from 'second': what the second place has. @throws Error in one line that says what is missing */
export const drillPlace = async (env: string, from: string | undefined): Promise<Opened> => {
  if (from !== undefined && from !== 'second') throw new Error('--from second, or without it')
  const place = await deployedPlace(env)
  try {
    const source = from === 'second' ? secondSource(secondPlace(process.env, place.vars)) : place
    const opened = await openNewest(source, place.privateKey, () => Date.now())
    if (opened.found.length === 0) await noteDrill(place, productVersion().version, Date.now(), opened.tookMs)
    return opened
  } finally {
    await place.close()
  }
}
