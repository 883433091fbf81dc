// Counts every row that anything writes, by triggers: what a refused request must leave as it was.
import { all, one, run } from './database.ts'

/** Counting guesses and requests, and recording a failure, is what a refusal is for. */
const MAY_GROW = ['request_counts', 'security_events', 'sign_in_failures', 'writes_seen']

export const watchWrites = async (): Promise<void> => {
  await run('create table writes_seen (name text primary key, count integer not null)')
  const tables = await all<{ name: string }>(
    `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'
      and name not like '_cf_%' and name <> 'd1_migrations'`,
  )
  for (const { name } of tables) {
    if (MAY_GROW.includes(name)) continue
    await run(`insert into writes_seen values (?, 0)`, name)
    for (const deed of ['insert', 'update', 'delete'])
      await run(`create trigger "watch_${name}_${deed}" after ${deed} on "${name}" begin
        update writes_seen set count = count + 1 where name = '${name}'; end`)
  }
}
export const writesSoFar = async (): Promise<number> =>
  (await one<{ n: number }>('select sum(count) as n from writes_seen')).n
/** Work that goes on after an answer has come to rest. */
export const atRest = async (): Promise<number> => {
  for (let before = await writesSoFar(); ; ) {
    await new Promise((resolve) => setTimeout(resolve, 15))
    const now = await writesSoFar()
    if (now === before) return now
    before = now
  }
}
export const writtenTables = async (): Promise<string> =>
  JSON.stringify(await all('select * from writes_seen where count > 0'))
