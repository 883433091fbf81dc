// Marks the buttons of a row that a letter presses (web/lib/lists/use-list-keys.ts).
export const ROW_ACT = 'data-row-act'
export const rowAct = (act: 'edit' | 'remove') => ({ [ROW_ACT]: act })
