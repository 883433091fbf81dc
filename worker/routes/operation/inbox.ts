// /admin/inbox: what waits for the caller (rule inbox).
import { readInbox } from '../../../domain/operation/inbox/read-inbox.ts'
import { door, routes } from '../../http/door.ts'

export const inboxRoutes = routes()

door(inboxRoutes, 'GET /admin/inbox', ({ db, who, now }) => readInbox(db, { id: who.id, role: who.role, now }))
