// Of each call that edits something stored: where its version is read, or why it has none (rule edit-versions). An edit that is missing
// here does not compile.
import type { Route } from '../../contract/api/table.ts'

type Edit = Extract<Route, `PUT ${string}`> | 'DELETE /admin/message/:id' | 'DELETE /admin/level/:id'
type ReadRoute = Extract<Route, `GET ${string}`>
/** reads: the call whose answer has the version, at this path. because: why two such edits need none. */
export type EditOf = { reads: ReadRoute; at: string } | { because: string }

const LEVEL = { reads: 'GET /admin/level/:id', at: 'level.version' } as const
const TEMPLATE = { reads: 'GET /admin/message/:id', at: 'message.version' } as const
const PERSON = { reads: 'GET /admin/users/:id', at: 'user.version' } as const

export const EDITS: Readonly<Record<Edit, EditOf>> = {
  'PUT /admin/setting/update': { reads: 'GET /admin/setting/get', at: 'version' },
  'PUT /admin/level/:id': LEVEL,
  'DELETE /admin/level/:id': LEVEL,
  'PUT /admin/message/:id': TEMPLATE,
  'DELETE /admin/message/:id': TEMPLATE,
  'PUT /admin/users/:id': PERSON,
  'PUT /admin/whatsapp/interval': PERSON,
  'PUT /admin/users/:id/status': { reads: 'GET /admin/users/:id', at: 'user.status_version' },
  'PUT /admin/phonenumber/:id': { reads: 'GET /admin/phonenumber/:id', at: 'phonenumber.version' },
  'PUT /admin/campaign/:id': { reads: 'GET /admin/campaign/:id', at: 'campaign.version' },
  'PUT /admin/segment/:id': { reads: 'GET /admin/segment/:id', at: 'segment.version' },
  'PUT /admin/tag/rename': {
    because: 'one word, of which it says what it was: of two renames that read the same the second is refused',
  },
  'PUT /admin/proxy/:id': { reads: 'GET /admin/proxy/:id', at: 'proxy.version' },
  'PUT /admin/generator/:id': { reads: 'GET /admin/generator/:id', at: 'generator.settings_version' },
  'PUT /admin/validator/:id': { reads: 'GET /admin/validator/:id', at: 'validator.settings_version' },
  'PUT /admin/sending-pause': { reads: 'GET /admin/sending-pause', at: 'pause.version' },
  'PUT /admin/notice/settings': { reads: 'GET /admin/notice/settings', at: 'version' },
  'PUT /admin/whatsapp/nickname': {
    because:
      'one word, which the account itself keeps: the last one stands, all open lists get it at once, and the log has both',
  },
  'PUT /admin/whatsapp/status': {
    because: 'an act, which the account takes one at a time: to start what runs, or stop what rests, changes nothing',
  },
  'PUT /admin/withdraw/update': {
    because: 'a step that names where it leads: of two the second finds no step to take',
  },
  'PUT /admin/approval/decide': { because: 'decides once, and only while what was shown still stands' },
}
