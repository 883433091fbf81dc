// The browser build of csv-stringify needs Node's types; this declares only what is used of it.
declare module 'csv-stringify/browser/esm/sync' {
  export function stringify(
    rows: readonly (readonly unknown[])[],
    options: { escape_formulas?: boolean; record_delimiter?: 'windows' },
  ): string
}
