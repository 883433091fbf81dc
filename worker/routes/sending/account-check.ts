// /admin/account-check: why an account sends or does not, by its name, number or id (rule account-check).
import { localAccount } from '../../../contract/operation/monitor.ts'
import { checkAccount } from '../../../domain/sending/account-check/check-account.ts'
import { accountObject } from '../../../durable-objects/stubs.ts'
import { door, routes } from '../../http/door.ts'

export const accountCheckRoutes = routes()

door(accountCheckRoutes, 'GET /admin/account-check', ({ db, query, effects }) =>
  checkAccount(db, query.find, async (id) => {
    const said = await accountObject((await effects()).env, id).monitor()
    return said === null ? null : localAccount.parse({ scope: 'account', ...JSON.parse(said) })
  }),
)
