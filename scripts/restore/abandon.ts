// Ends a restoration that has written nothing yet (rule restore-gate).
type Query = (sql: string, params?: string[]) => Promise<unknown[]>

/** Opens the gate again. @throws Error when rows were written already: half a restoration must come to its end */
export const abandon = async (query: Query): Promise<void> => {
  const gone = await query(
    `delete from restorations
     where id = 1 and done_at is null and phase in ('tables', 'missing') and after = '' and lease_until < cast(? as integer)
     returning id`,
    [String(Date.now())],
  )
  if (gone.length === 0)
    throw new Error('nothing to abandon: none is under way, or it has begun to write, and must come to its end')
}
