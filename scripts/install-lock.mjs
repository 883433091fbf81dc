// One installer at a time. The lock is a file born whole (a hard link), holding the pids of who holds it; a holder
// that is gone is pushed aside, so a killed bootstrap blocks nobody. Builtin modules only: runs before the install.
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
 * Waits until this process holds the lock. Answers who was found dead in it, if anyone.
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
      // Unreadable is being written, or its writer died over it: that shows by staying so.
      unreadable = found === null ? unreadable + 1 : 0
      if (unreadable < 10 && (found === null || lives(found.holder))) {
        if (!waited && found !== null) onWait(found)
        pause(pollMs)
        continue
      }
      // Renaming is atomic: of two who push the same dead holder aside only one gets it.
      const aside = `${mine}.dead`
      try {
        renameSync(file, aside)
      } catch (error) {
        if (error.code !== 'ENOENT') throw error
        continue
      }
      const pushed = read(aside)
      // Somebody new took the lock between the look and the rename: hand it back.
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
    // A write through the shared inode: who reads the lock sees it too.
    note: write,
    release: () => {
      rmSync(file, { force: true })
      rmSync(mine, { force: true })
    },
  }
}
