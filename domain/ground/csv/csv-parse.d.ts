// The browser build of csv-parse needs Node's types; this declares only what is used of it.
declare module 'csv-parse/browser/esm/sync' {
  export function parse(
    input: string,
    options: {
      delimiter?: string[]
      record_delimiter?: string[]
      relax_column_count?: boolean
      relax_quotes?: boolean
      skip_empty_lines?: boolean
      trim?: boolean
      to?: number
    },
  ): string[][]
}
