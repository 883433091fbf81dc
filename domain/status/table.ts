// What happened to the place as a whole, and when it last did.
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const milestones = sqliteTable('milestones', {
  /** release: another one than before began to run. drill: a restore was rehearsed, and nothing was missing afterwards. */
  name: text('name', { enum: ['release', 'drill'] }).primaryKey(),
  /** Of the release, or with which the drill was run. */
  version: text('version').notNull(),
  at: integer('at').notNull(),
})
