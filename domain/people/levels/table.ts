// Levels: blast_fee in whole rupiah, requirement in lifetime successes (rule level).
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Rupiah } from '../../../contract/ground/money.ts'

export const levels = sqliteTable(
  'levels',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    blastFee: integer('blast_fee').$type<Rupiah>().notNull(),
    requirementBlast: integer('requirement_blast').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('levels_requirement').on(t.requirementBlast)],
)
