// The global settings.
import { z } from 'zod'
import { settingKey, settings, settingsAgain, settingsUpdate } from '../../ground/settings.ts'
import { readVersion, version } from '../../ground/versions.ts'
import { ADMINS, ALL, call } from '../call.ts'
import { done } from '../../ground/done.ts'

export const settingCalls = {
  'GET /admin/setting/get': call({
    roles: ALL,
    own: 'none',
    reads: 'replica',
    /** version: for who may edit them. */
    answer: z.looseObject({ setting: settings, version: version.optional() }),
  }),
  /** Of each setting that somebody saved: its last change, by whom, as the audit log has it; none where it has another value by now. */
  'GET /admin/setting/changes': call({
    roles: ADMINS,
    own: 'none',
    reads: 'replica',
    answer: z.object({
      changes: z.array(
        z.object({
          field: settingKey,
          /** The entry's id in the audit log. */
          entry: z.number(),
          at: z.string(),
          /** null: nobody has that id any more. */
          by: z.string().nullable(),
          /** As they are stored; null: the entry does not say what it was. */
          before: z.string().nullable(),
          after: z.string(),
        }),
      ),
    }),
  }),
  'PUT /admin/setting/update': call({
    roles: ADMINS,
    own: 'none',
    body: settingsUpdate.extend(settingsAgain.shape).extend(readVersion.shape),
    /** approval_pending: what needs a second person was not saved, but waits for one. */
    answer: done.extend({ setting: settings, version, approval_pending: z.boolean() }),
  }),
}
