// SQL on the files of a run, also while something has them open.
import { DatabaseSync } from 'node:sqlite'

export const inFile = <T>(file: string, work: (db: DatabaseSync) => T): T => {
  const db = new DatabaseSync(file)
  try {
    db.exec('PRAGMA busy_timeout = 5000')
    return work(db)
  } finally {
    db.close()
  }
}
