// What the page may send and what it gets follows from the table of calls: most of these tests are decided by the compiler.
import { expectTypeOf, test } from 'vitest'
import type { Answer, Needs } from '../../../contract/api/table.ts'
import type { Level } from '../../../contract/people/levels.ts'
import type { RowOf } from './use-paged.ts'

test('a call is given what it needs, and nothing else', () => {
  type One = Needs<'GET /admin/level/:id'>
  expectTypeOf<{ params: { id: string } }>().toExtend<One>()
  expectTypeOf<{ params: { ids: string } }>().not.toExtend<One>()
  expectTypeOf<{ params: { id: string }; body: object }>().not.toExtend<One>()

  type Bonus = Needs<'POST /admin/bonus/create'>
  expectTypeOf<{ body: { userId: string; nominal: string; reason: string } }>().toExtend<Bonus>()
  expectTypeOf<{ body: { userId: string; nominal: string } }>().not.toExtend<Bonus>()
  expectTypeOf<object>().not.toExtend<Bonus>()

  // `anonymous` is allowed only for calls that need no sign-in, and is required there
  expectTypeOf<{ anonymous: true }>().toExtend<Needs<'GET /public/config'>>()
  expectTypeOf<object>().not.toExtend<Needs<'GET /public/config'>>()
  expectTypeOf<{ anonymous: true }>().not.toExtend<Needs<'GET /admin/home'>>()

  type Members = Needs<'GET /admin/users/members-per-page'>
  expectTypeOf<{ query: { page: number; sort: '-name' } }>().toExtend<Members>()
  expectTypeOf<{ query: { sort: 'number' } }>().not.toExtend<Members>()
})

test('an answer has the keys that are stated, and no others', () => {
  expectTypeOf<Answer<'GET /admin/level/:id'>['level']>().toEqualTypeOf<Level>()
  expectTypeOf<Answer<'POST /auth/register'>>().not.toHaveProperty('token')
  expectTypeOf<RowOf<'GET /admin/level/list-per-page'>>().toEqualTypeOf<Level>()
  // the answer of an import that is done at once or as a job has the keys of both
  expectTypeOf<Answer<'POST /admin/proxy/import'>['jobId']>().toEqualTypeOf<string>()
})
