// Money by period and by member.
import { expect } from 'vitest'
import { INVALID } from './tools.ts'
import type { Cases } from './world.ts'

export const MONEY_PERIODS: Cases = {
  'GET /admin/money/periods': async (line, { admin, member, staff }) => {
    const found = await line.good<{ list: object[]; sum: { earned: number; perMessage: number | null } }>(
      { as: admin, query: '?by=day&from=2026-10-01&to=2026-10-31' },
      ['list', 'sum.earned', 'sum.withheld', 'sum.paid'],
    )
    expect(found.list).toHaveLength(31)
    await line.refused({ as: admin, query: '?by=year' }, { status: 422, text: INVALID, fields: ['by'] })
    await line.closed({}, [member, staff])
  },
  'GET /admin/money/periods/export': async (line, { admin, member, staff }) => {
    const text = await line.file({ as: admin, query: '?format=csv&by=month' }, 'keuangan.csv', /^text\/csv/)
    expect(text).toContain('Dari,Sampai,Pesan')
    await line.closed({}, [member, staff])
  },
  'GET /admin/money/members': async (line, { admin, member, staff }) => {
    await line.good({ as: admin }, ['list', 'sum.earned'])
    await line.refused(
      { as: admin, query: '?from=2026-10-01&to=2026-12-01' },
      { status: 422, text: INVALID, fields: ['from'] },
    )
    await line.closed({}, [member, staff])
  },
  'GET /admin/money/members/export': async (line, { admin, member, staff }) => {
    const text = await line.file({ as: admin, query: '?format=csv' }, 'keuangan-member.csv', /^text\/csv/)
    expect(text).toContain('ID,Member,Pesan')
    await line.closed({}, [member, staff])
  },
}
