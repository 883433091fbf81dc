// Marks the buttons of a row that a letter presses (web/lib/lists/use-list-keys.ts), and says the letter to who hears the page.
export const ROW_ACT = 'data-row-act'
export const LETTERS = { edit: 'e', remove: 'd' } as const
export type RowAct = keyof typeof LETTERS
export const rowAct = (act: RowAct) => ({ [ROW_ACT]: act, 'aria-keyshortcuts': LETTERS[act] })
