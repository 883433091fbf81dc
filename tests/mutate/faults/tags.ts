// Faults that take away what tags and segments promise.
import type { Fault } from '../fault.ts'

export const TAGS: readonly Fault[] = [
  {
    name: 'tag-passes-on',
    what: 'who is given another person’s row has their tags',
    rule: 'tags',
    edits: [
      {
        file: 'migrations/0062_tags_and_segments.sql',
        from: 'WHEN new.number <> old.number BEGIN',
        to: 'WHEN new.number = old.number BEGIN',
      },
    ],
    tests: ['tests/workerd/tags-and-segments.test.ts'],
  },
  {
    name: 'count-ends-early',
    what: 'a count says that it is exact after its first step',
    rule: 'segments',
    edits: [
      {
        file: 'domain/recipients/segments/store.ts',
        from: 'looked === rows ? last : null',
        to: 'looked > rows ? last : null',
      },
    ],
    tests: ['tests/workerd/tags-and-segments.test.ts'],
  },
]
