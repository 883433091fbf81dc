// Who and what the conformance suite asks about: one of everything that the specification's calls name.
import { rupiahToSen } from '../../../../contract/ground/money.ts'
import { ledgerStatements } from '../../../../domain/money/ledger/store.ts'
import { runBatch } from '../../../../domain/ground/db/connection.ts'
import { bound, db } from '../database.ts'
import { FakeRunner } from '../fake-runner.ts'
import { makePerson, type Person } from '../people.ts'
import { linkedAccount, numbers, stage } from '../stage.ts'
import type { Line } from './tools.ts'

export type World = {
  member: Person
  /** Brought by member. */
  friend: Person
  staff: Person
  admin: Person
  dev: Person
  runner: FakeRunner
  /** Connected, the member's. */
  account: Awaited<ReturnType<typeof linkedAccount>>
  /** Numbers in the list, as stored. */
  numbers: string[]
}

let refs = 0
export const giveMoney = async (person: Person, rupiah: number): Promise<void> => {
  const entry = { userId: person.id, kind: 'withdraw_release' as const, amountSen: rupiahToSen(rupiah), at: Date.now() }
  await runBatch(db, ledgerStatements(db, [{ ...entry, ref: `world:${++refs}` }]))
}
export const withBank = async (person: Person): Promise<void> => {
  await bound.DB.prepare(
    `update users set account_bank = 'BCA', account_name = 'A', account_number = '123' where id = ?`,
  )
    .bind(person.id)
    .run()
}

export const makeWorld = async (): Promise<World> => {
  await stage()
  const member = await makePerson('member')
  const friend = await makePerson('member', { referrerId: member.id })
  const [staff, admin, dev] = [await makePerson('staff'), await makePerson('admin'), await makePerson('dev')]
  const listed = await numbers(1, 25)
  const runner = new FakeRunner('conformance')
  await runner.join()
  const account = await linkedAccount(runner, member.id)
  await bound.DB.prepare('insert into client_aliases values (?, ?, ?, 1)')
    .bind(`client-${account.accountId}`, account.accountId, member.id)
    .run()
  return { member, friend, staff, admin, dev, runner, account, numbers: listed }
}
export type Cases = Record<string, (line: Line, world: World) => Promise<void>>
