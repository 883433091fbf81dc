// Whatever is written, confirmed and crashed in any order: what was confirmed or kept is left, and nothing else.
import { expect, test } from 'vitest'
import { type Commit, Disk } from './disk.ts'
import { Random } from './random.ts'

type State = { rows: number[]; alarm: number | null }

test('a crash leaves the confirmed commits and as many more as were kept, and the alarm of the last of them', () => {
  for (let seed = 0; seed < 200; seed++) {
    const random = new Random(seed)
    const disk = new Disk()
    disk.engine.run('create table t (x integer)', [])
    disk.confirm(disk.commit() as Commit)
    const now: State = { rows: [], alarm: null }
    /** The state after the last confirmed commit, then after each commit that is not confirmed. */
    const states: State[] = [structuredClone(now)]
    let waiting: Commit[] = []
    for (let step = 0; step < 60; step++) {
      const action = random.below(10)
      if (action < 4) {
        disk.engine.run('insert into t values (?)', [step])
        now.rows.push(step)
      } else if (action === 4) {
        now.alarm = random.chance(0.5) ? step : null
        disk.setAlarm(now.alarm)
      } else if (action < 7) {
        const commit = disk.commit()
        if (!commit) continue
        waiting.push(commit)
        states.push(structuredClone(now))
      } else if (action < 9) {
        // confirmations arrive between slices
        const commit = disk.commit()
        if (commit) {
          waiting.push(commit)
          states.push(structuredClone(now))
        }
        const first = waiting.shift()
        if (!first) continue
        disk.confirm(first)
        states.shift()
      } else {
        const keep = random.below(4)
        const left = structuredClone(states[Math.min(keep, states.length - 1)] as State)
        disk.crash(keep)
        expect(waiting.every((commit) => commit.void)).toBe(true)
        expect(disk.isUnconfirmed).toBe(false)
        Object.assign(now, left)
        states.splice(0, states.length, structuredClone(left))
        waiting = []
      }
      const rows = disk.engine.run('select x from t order by x', []).rows.map(([x]) => x)
      expect({ rows, alarm: disk.alarm }, `seed ${seed}, step ${step}`).toEqual(now)
    }
    disk.file.db.close()
  }
})
