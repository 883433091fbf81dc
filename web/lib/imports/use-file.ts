// What was read of the chosen file, before anything of it is sent.
import { useEffect, useState } from 'react'
import { importTexts as texts } from '../../texts/indonesian.ts'
import { NotRead } from './file-text.ts'
import { type ReadFile, readFile } from './read-file.ts'

type Outcome = {
  of: File
  sheetAt: number
  read: ReadFile | null
  problem: string | undefined
  /** Of the sheets of an Excel file, also of one with a sheet that cannot be read. */
  names: readonly string[]
}
const NONE: readonly string[] = []

/** @param kinds endings of names, with commas between them */
export const useFile = (file: File | null, kinds: string, maxBytes: number) => {
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [chosen, setChosen] = useState<{ of: File; sheetAt: number } | null>(null)
  const sheetAt = chosen !== null && chosen.of === file ? chosen.sheetAt : 0
  useEffect(() => {
    if (file === null) return undefined
    let isGone = false
    const show = (read: ReadFile | null, problem?: string): void => {
      if (isGone) return
      setOutcome((last) => {
        const names = read?.sheet?.names ?? (last?.of === file ? last.names : NONE)
        return { of: file, sheetAt, read, problem, names }
      })
    }
    readFile(file, sheetAt, { kinds: kinds.split(','), maxBytes }).then(
      (read) => show(read),
      (error: unknown) => show(null, error instanceof NotRead ? error.message : texts.fileUnreadable),
    )
    return () => {
      isGone = true
    }
  }, [file, sheetAt, kinds, maxBytes])
  // What was read of another file, or of another sheet, says nothing about this one.
  const last = outcome !== null && outcome.of === file ? outcome : null
  const now = last?.sheetAt === sheetAt ? last : null
  return {
    /** null: it is being read, or cannot be. */
    read: now?.read ?? null,
    problem: now?.problem,
    isReading: file !== null && now === null,
    names: last?.names ?? NONE,
    sheetAt,
    chooseSheet: (at: number): void => setChosen(file && { of: file, sheetAt: at }),
  }
}
