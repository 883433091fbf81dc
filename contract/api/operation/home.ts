// The dashboards, each in one call.
import { adminHome, memberHome } from '../../operation/home.ts'
import { ADMINS, call, MEMBERS } from '../call.ts'

export const homeCalls = {
  'GET /admin/home': call({ roles: ADMINS, own: 'none', reads: 'replica', answer: adminHome.loose() }),
  'GET /admin/home/:userId': call({ roles: MEMBERS, own: 'user', reads: 'primary', answer: memberHome.loose() }),
}
