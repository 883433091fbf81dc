// Recipients of several zones, in a place that sends at any time.
import { DAY_MS, HOUR_MS, jakartaMidnight, MINUTE_MS } from '../../../contract/ground/time.ts'
import type { stageCampaigns } from './campaigns.ts'
import { run } from './database.ts'

export const TOMORROW = jakartaMidnight(Date.now()) + DAY_MS
/** Of tomorrow in Jakarta. */
export const at = (hour: number, minute = 0): number => TOMORROW + hour * HOUR_MS + minute * MINUTE_MS
export const zone = (number: string | undefined, value: string) =>
  run(
    `insert or replace into phone_fields (number_id, fields) select id, json_object('zona', ?) from phone_numbers where number = ?`,
    value,
    number,
  )
export const window = async (from: string, until: string) => {
  for (const [key, value] of [
    ['send_window_start', from],
    ['send_window_end', until],
  ])
    await run('insert into settings (key, value) values (?1, ?2) on conflict do update set value = ?2', key, value)
}
export const stageZones = async (as: ReturnType<typeof stageCampaigns>['as']): Promise<void> => {
  await window('00:00', '24:00')
  // nobody is claimed but for a campaign
  await run('update templates set only_campaigns = 1')
  await run('delete from phone_fields')
  await run('delete from recipient_fields')
  await as('POST', '/admin/recipient-field/save', { key: 'zona', name: 'Zona', fallback: '' })
}
