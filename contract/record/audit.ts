// Every kind of action that the audit log records (rule audit-log): an entry of another name does not compile, and the screen has
// words and a filter for each. Free of zod, because the screen reads it.
export const AUDIT_ACTIONS = {
  user: [
    'update',
    'reset_link',
    'status',
    'data',
    'factor',
    'factor_reset',
    'hold_withdraws',
    'lift_hold',
    'note',
    'note_delete',
  ],
  withdraw: ['request', 'cancel', 'update', 'ordered', 'returned', 'wait', 'object', 'export', 'let_go'],
  approval: ['ask', 'approve', 'refuse'],
  payout: ['create', 'approve', 'unfreeze', 'download', 'result', 'proof'],
  bonus: ['create', 'delete'],
  level: ['create', 'update', 'delete'],
  settings: ['update'],
  import: ['cancel', 'undo'],
  bulk: ['begin', 'cancel', 'undo'],
  phonenumber: [
    'create',
    'update',
    'delete',
    'import',
    'export',
    'link',
    'field',
    'field_delete',
    'note',
    'note_delete',
  ],
  suppression: ['create', 'delete', 'import', 'export'],
  consent: ['show', 'erase', 'export', 'keep', 'hold', 'release'],
  programme: ['create', 'end'],
  tag: ['create', 'rename', 'delete', 'people'],
  segment: ['create', 'update', 'delete', 'export', 'tag'],
  campaign: ['create', 'update', 'delete', 'launch', 'pause', 'resume', 'cancel', 'archive', 'export'],
  message: ['create', 'update', 'delete', 'import', 'export'],
  proxy: ['create', 'update', 'delete', 'import', 'export'],
  whatsapp: ['link', 'remove', 'rename', 'start', 'stop', 'reset', 'activate', 'hold', 'release', 'reconnect'],
  blaster: ['send', 'test', 'stop', 'continue', 'export'],
  sending: ['pause', 'resume'],
  generator: ['create', 'update', 'delete', 'start', 'stop', 'download'],
  validator: ['create', 'update', 'delete', 'start', 'stop', 'download'],
  money: ['export'],
  audit: ['export'],
} as const satisfies Record<string, readonly string[]>

type AuditArea = keyof typeof AUDIT_ACTIONS
/** e.g. settings.update */
export type AuditAction = { [A in AuditArea]: `${A}.${(typeof AUDIT_ACTIONS)[A][number]}` }[AuditArea]

export const AUDIT_AREAS = Object.keys(AUDIT_ACTIONS) as AuditArea[]
export const actionsOf = (area: AuditArea): AuditAction[] =>
  AUDIT_ACTIONS[area].map((verb) => `${area}.${verb}` as AuditAction)
/** What the log can be filtered by: an area or one of its actions. */
export const AUDIT_FILTERS: readonly string[] = AUDIT_AREAS.flatMap((area) => [area, ...actionsOf(area)])

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isId = (field: string): boolean => /^id$|_id$|[a-z]Id$/.test(field)
/**
 * The fields of `before` or `after` without ids, which tell a reader nothing: whom and what an entry is about it says in words. A
 * level's id is replaced by the level's name, as `level`.
 */
export const withoutIds = (value: unknown, levels: ReadonlyMap<string, string>): unknown => {
  if (!isPlain(value)) return value
  const fields = Object.entries(value).flatMap(([field, content]): [string, unknown][] => {
    if (field === 'level_id') return [['level', levels.get(String(content)) ?? null]]
    return isId(field) || isPlain(content) ? [] : [[field, content]]
  })
  return Object.fromEntries(fields)
}
