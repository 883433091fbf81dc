// The browser build of csv-stringify brings Node's types along; this is all of it that is used.
declare module 'csv-stringify/browser/esm/sync' {
  export function stringify(rows: readonly (readonly unknown[])[], options: { escape_formulas?: boolean }): string
}
