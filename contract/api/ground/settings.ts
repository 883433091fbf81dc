// The global settings.
import { z } from 'zod'
import { settings, settingsAgain, settingsUpdate } from '../../ground/settings.ts'
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
  'PUT /admin/setting/update': call({
    roles: ADMINS,
    own: 'none',
    body: settingsUpdate.extend(settingsAgain.shape).extend(readVersion.shape),
    /** approval_pending: what needs a second person was not saved, but waits for one. */
    answer: done.extend({ setting: settings, version, approval_pending: z.boolean() }),
  }),
}
