// The product's objects as the simulated platform runs them.
import { AccountBlast } from '../../durable-objects/account-blast/object.ts'
import { migrate } from '../../durable-objects/account-blast/tables/migrations.ts'
import { AdminChannel } from '../../durable-objects/admin-channel/object.ts'
import { createWatches } from '../../durable-objects/admin-channel/store.ts'
import { AdminCollector } from '../../durable-objects/admin-collector/object.ts'
import { createNonces } from '../../durable-objects/nonces-store.ts'
import { RunnerFleet } from '../../durable-objects/runner-fleet/object.ts'
import { UserChannel } from '../../durable-objects/user-channel/object.ts'
import { createTickets } from '../../durable-objects/user-channel/store.ts'
import { Shelf } from './platform/files.ts'
import { IN_OBJECT } from './replay/watched.ts'
import { sqlStorage } from './platform/sql-storage.ts'

export const OBJECTS = {
  ACCOUNT_BLAST: AccountBlast,
  RUNNER_FLEET: RunnerFleet,
  USER_CHANNEL: UserChannel,
  ADMIN_CHANNEL: AdminChannel,
  ADMIN_COLLECTOR: AdminCollector,
}
/** Files of objects that have their tables already: creating these takes a tenth of a history. */
export const SHELVES = {
  ACCOUNT_BLAST: new Shelf((engine) => migrate(sqlStorage(engine)), IN_OBJECT),
  RUNNER_FLEET: new Shelf((engine) => createNonces(sqlStorage(engine))),
  USER_CHANNEL: new Shelf((engine) => createTickets(sqlStorage(engine))),
  ADMIN_CHANNEL: new Shelf((engine) => createWatches(sqlStorage(engine))),
}
