// Types of the rows that raw SQL answers, taken from the tables' definitions, so that a column is described once
// (docs/decisions/0041-rows-from-tables.md). Only types of tables come here: no statement needs them when it runs.
import { type GetColumnData, type SQL, sql, type Table } from 'drizzle-orm'

type ColumnsOf<T extends Table> = T['_']['columns'][keyof T['_']['columns']]
/** Names of a table's columns. */
export type ColumnOf<T extends Table> = ColumnsOf<T>['_']['name']
/** A row as `select *` answers it: under the names of the columns. K: these columns only. */
export type Row<T extends Table, K extends ColumnOf<T> = ColumnOf<T>> = {
  [Name in K]: GetColumnData<Extract<ColumnsOf<T>, { _: { name: Name } }>>
}

/**
 * `a.id, a.name` for a list of columns that several statements select. The row's type comes from the same list, so that
 * what is selected and what is typed cannot differ.
 * @param names and alias are names of ours, never a request's.
 */
export const columns = (names: readonly string[], alias: string): SQL =>
  sql.raw(names.map((name) => `${alias}.${name}`).join(', '))

/** The list after `in`, for a few values: one look-up each in an index. */
export const anyOf = (values: readonly string[]): SQL =>
  sql`(${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
