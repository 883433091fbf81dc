// The browser build of csv-parse brings Node's types along; this is all of it that is used.
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
