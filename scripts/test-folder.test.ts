import { describe, expect, it } from 'vitest'
import { folderInMemory, hasRoom } from './test-folder.ts'

const mounts = (options: string, at = '/dev/shm'): string => `proc /proc proc rw 0 0\nshm ${at} tmpfs ${options} 0 0\n`

describe('the folder of the suites', () => {
  it('is in memory where there is room and programs may run', () => {
    expect(hasRoom(mounts('rw,nosuid,relatime'), 2e9, 6e9)).toBe(true)
  })
  it('is not where a container has the usual few megabytes, or where memory is short', () => {
    expect(hasRoom(mounts('rw'), 64e6, 6e9)).toBe(false)
    expect(hasRoom(mounts('rw'), 2e9, 3e9)).toBe(false)
  })
  it('is not where no program may run, nothing may be written, or nothing is mounted', () => {
    expect(hasRoom(mounts('rw,noexec'), 2e9, 6e9)).toBe(false)
    expect(hasRoom(mounts('ro'), 2e9, 6e9)).toBe(false)
    expect(hasRoom(mounts('rw', '/dev/shm/other'), 2e9, 6e9)).toBe(false)
  })
  it('is the one that whoever runs the suites has named', () => {
    expect(folderInMemory({ TMPDIR: '/somewhere' })).toBeNull()
  })
})
