import { expect, test } from 'vitest'
import type { MemberHome } from '../../../../contract/operation/home.ts'
import type { AccountState } from '../../../../contract/sending/whatsapp.ts'
import { nextActOf } from './next-act.ts'

type Case = { linked?: number; idle?: number; sends?: boolean; troubled?: AccountState[] }
const home = ({ linked = 1, idle = 0, sends = false, troubled = [] }: Case): MemberHome => {
  const named = { nickname: null, pushname: null, phonenumber: '62812' }
  const at = { sent: 0, state: 'connected', status: 'sending', wait: null } as const
  return {
    whatsapp: { connectedCount: linked, disconnectedCount: 0 },
    sentToday: { cap: 1, count: linked, idle, list: sends ? [{ id: 's', ...named, ...at }] : [] },
    troubled: {
      count: troubled.length,
      list: troubled.map((state, at) => ({
        id: `t${at}`,
        ...named,
        state,
        suspended_count: 0,
        restricted_until: null,
      })),
    },
  } as unknown as MemberHome
}
test.each<[string, Case, string, string]>([
  ['nothing is linked: link', { linked: 0 }, 'link', '/whatsapp/create'],
  ['one could send: start, also beside lost ones', { idle: 1, troubled: ['loggedOut'] }, 'start', '/whatsapp'],
  ['all that can send do: look', { sends: true, troubled: ['loggedOut'] }, 'look', '/whatsapp'],
  [
    'none can send and one is lost: connect it again',
    { troubled: ['suspended', 'conflict'] },
    'reconnect',
    '/whatsapp/create?r=t1',
  ],
  [
    'none can send, and the member cannot help it: look',
    { troubled: ['suspended', 'restricted'] },
    'look',
    '/whatsapp',
  ],
])('%s', (_, of, act, to) => expect(nextActOf(home(of))).toEqual({ act, to }))
