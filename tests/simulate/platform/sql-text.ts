// Reads as much of SQL as is needed: where statements end, how many parameters each has, and whether it writes.
export type StatementText = {
  sql: string
  parameters: number
  /** Parameters that a LIKE or GLOB compares with, counted from 0. */
  patterns: number[]
  writes: boolean
}

const READS = /^(select|values|explain|pragma)\b/i
const WITH = /^with\b/i
const WRITE_WORD = /\b(insert|update|delete|replace)\b/i
/** Alternatives: comments, quoted text and names, parameters, the semicolon. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[[^\]]*\]|\?(\d*)|;/g
const PATTERN_BEFORE = /\b(?:like|glob)\s*$/i
const COMMENT = /^(--|\/\*)/
const TRIGGER = /^create\s+(?:temp(?:orary)?\s+)?trigger\b/i
const TRIGGER_END = /;\s*end\s*$/i

/** false: a semicolon inside of a trigger, which ends at the one behind its `end`. */
const isWhole = (sql: string): boolean => !TRIGGER.test(sql) || TRIGGER_END.test(sql)
const writes = (sql: string): boolean => (WITH.test(sql) ? WRITE_WORD.test(sql) : !READS.test(sql))

/** Statements in order, without the comments before them. */
export const splitSql = (text: string): StatementText[] => {
  const statements: StatementText[] = []
  let begin = 0
  let parameters = 0
  let patterns: number[] = []
  let leading = true
  const close = (end: number): void => {
    const sql = text.slice(begin, end).trim()
    if (sql !== '') statements.push({ sql, parameters, patterns, writes: writes(sql) })
    parameters = 0
    patterns = []
    leading = true
  }
  for (const match of text.matchAll(TOKEN)) {
    const [token, number] = match
    const at = match.index
    if (COMMENT.test(token)) {
      // comments are cut off, because the first word of a statement says what it does
      if (leading && text.slice(begin, at).trim() === '') begin = at + token.length
      continue
    }
    if (token === ';') {
      if (!isWhole(text.slice(begin, at).trim())) continue
      close(at)
      begin = at + 1
      continue
    }
    leading = false
    if (!token.startsWith('?')) continue
    const index = number ? Number(number) - 1 : parameters
    if (PATTERN_BEFORE.test(text.slice(Math.max(begin, at - 20), at))) patterns.push(index)
    parameters = Math.max(parameters, index + 1)
  }
  close(text.length)
  return statements
}
