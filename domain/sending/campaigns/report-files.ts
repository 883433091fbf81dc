// Who got what of a campaign that ended long ago, in the bucket (rule campaign-report): a file for some thousand people, in the order of the list.
// A file has ids, and neither numbers nor names: whoever is deleted or erased is nobody in it, and no file needs to be looked for.
import { z } from 'zod'
import { CAMPAIGN_FILED_DAYS, CAMPAIGN_ROWS_DAYS } from '../../../contract/ground/campaign-days.ts'
import { DAY_MS } from '../../../contract/ground/time.ts'
import { deleteUnder } from '../../record/journal/bucket.ts'

/** Id of the recipient, place in PERSON_STATES, epoch ms, the variant that they got (null: none), and what their message came to, as bits. */
export type Reported = { number_id: number; state: number; at: number; variant: number | null; came: number }
const lines = z.array(z.tuple([z.number(), z.number(), z.number(), z.number().nullable()]))
/** What it came to stands as eighths behind the whole milliseconds: a release before takes no fifth word, and files of before have none. */
const EIGHTHS = 8

const PREFIX = 'campaigns/'
/** As wide as the largest id, so that files are listed in the order of their people. */
const ID_DIGITS = 16
const placeOf = (numberId: number): string => String(numberId).padStart(ID_DIGITS, '0')
const folderOf = (campaignId: number): string => `${PREFIX}${campaignId}/`
const through = (body: ReadableStream | Blob, by: CompressionStream | DecompressionStream): Response =>
  new Response((body instanceof Blob ? body.stream() : body).pipeThrough(by))

/**
 * @param people some of them, by id. A file that is there stays as it is: it says the same, or more, because an outcome that came after it brought
 * one of its people back.
 */
export const writeReport = async (bucket: R2Bucket, campaignId: number, people: readonly Reported[]): Promise<void> => {
  const [first] = people
  if (!first) return
  const text = JSON.stringify(
    people.map(({ number_id, state, at, variant, came }) => [number_id, state, at + came / EIGHTHS, variant]),
  )
  const packed = await through(new Blob([text]), new CompressionStream('gzip')).arrayBuffer()
  await bucket.put(`${folderOf(campaignId)}${placeOf(first.number_id)}.json.gz`, packed, {
    onlyIf: { etagDoesNotMatch: '*' },
  })
}
const readFile = async (bucket: R2Bucket, key: string): Promise<Reported[]> => {
  const file = await bucket.get(key)
  if (!file) return []
  const rows = lines.parse(await through(file.body, new DecompressionStream('gzip')).json())
  return rows.map(([number_id, state, at, variant]) => {
    const whole = Math.floor(at)
    return { number_id, state, at: whole, variant, came: (at - whole) * EIGHTHS }
  })
}
/** The people after this id in the file that it stands in, or else in the next one; none: no file has any. */
export const reportAfter = async (bucket: R2Bucket, campaignId: number, after: number): Promise<Reported[]> => {
  const keys: string[] = []
  for (let page: R2Objects | null = null; page === null || page.truncated; ) {
    page = await bucket.list({
      prefix: folderOf(campaignId),
      ...(keys.length > 0 ? { startAfter: keys.at(-1) ?? '' } : {}),
    })
    keys.push(...page.objects.map(({ key }) => key))
  }
  const reached = `${folderOf(campaignId)}${placeOf(after)}.json.gz`
  // whoever reads the rows when the file is written goes on in its middle
  const first = Math.max(
    0,
    keys.findLastIndex((key) => key <= reached),
  )
  for (const key of keys.slice(first, first + 2)) {
    const people = (await readFile(bucket, key)).filter(({ number_id: id }) => id > after)
    if (people.length > 0) return people
  }
  return []
}
/** Files of which the time is over. */
export const dropOldReports = (bucket: R2Bucket, now: number, hasTime: () => boolean): Promise<unknown> =>
  deleteUnder(bucket, PREFIX, {
    writtenBefore: now - (CAMPAIGN_FILED_DAYS - CAMPAIGN_ROWS_DAYS) * DAY_MS,
    hasTime,
  })
