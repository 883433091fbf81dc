// npm run rules: writes the links of docs/rules.md again.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../stack/shell.ts'
import { citations, RULES_PAGE, withLinks } from './page.ts'

const path = join(root, RULES_PAGE)
writeFileSync(path, withLinks(readFileSync(path, 'utf8'), citations()))
