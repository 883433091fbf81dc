// Only one installer at a time. The lock is a file that appears complete (a hard link) and holds its holders' pids; one
// whose holder is dead is moved away, so a killed bootstrap blocks nobody. Builtin modules only: runs before the install.
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { identityOf, lives } from './processes.mjs'

const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

/**
 * Waits until this process holds the lock. Answers the dead holder that it found, if there was one.
 * @param {string} file
 * @returns {{ deadHolder: object | null, note: (extra: object) => void, release: () => void }}
 */
export const takeLock = (file, { onWait = () => {}, pollMs = 300 } = {}) => {
  const mine = `${file}.${process.pid}`
  const write = (extra) => writeFileSync(mine, JSON.stringify({ holder: identityOf(process.pid), ...extra }))
  let deadHolder = null
  write({})
  try {
    let unreadable = 0
    for (let waited = false; ; waited = true) {
      try {
        linkSync(mine, file)
        break
      } catch (error) {
        if (error.code !== 'EEXIST') throw error
      }
      const found = read(file)
      // An unreadable lock is being written, or its writer died; if it stays unreadable the writer is dead.
      unreadable = found === null ? unreadable + 1 : 0
      if (unreadable < 10 && (found === null || lives(found.holder))) {
        if (!waited && found !== null) onWait(found)
        pause(pollMs)
        continue
      }
      // Renaming is atomic: of two processes that move the same dead lock away only one succeeds.
      const aside = `${mine}.dead`
      try {
        renameSync(file, aside)
      } catch (error) {
        if (error.code !== 'ENOENT') throw error
        continue
      }
      const pushed = read(aside)
      // Another process took the lock between the look and the rename, so it gets it back.
      if (pushed !== null && lives(pushed.holder)) renameSync(aside, file)
      else {
        deadHolder = found
        rmSync(aside, { force: true })
      }
    }
  } catch (error) {
    rmSync(mine, { force: true })
    throw error
  }
  return {
    deadHolder,
    // Written through the shared inode, so that what reads the lock sees it as well.
    note: write,
    release: () => {
      rmSync(file, { force: true })
      rmSync(mine, { force: true })
    },
  }
}
