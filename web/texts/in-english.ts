// What holds the two languages together: a table of texts in English has the keys of the Indonesian one, no more and no fewer, and
// its functions take the same parameters. A key that is missing does not compile.
export type InEnglish<T> = T extends string
  ? string
  : T extends (...given: infer Given) => string
    ? (...given: Given) => string
    : { readonly [K in keyof T]: InEnglish<T[K]> }
